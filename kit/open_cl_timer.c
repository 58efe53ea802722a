// Times every kernel of an OpenCL program, without a change to the program: it is linked with `--wrap` of the functions
// that make queues and launch. Where `LAUNCH_TIMES` is set, each launch is repeated as in launch_timer.cu, the results
// aside; elsewhere nothing changes.
//
// Prints `TIMED kernel median_milliseconds` on standard error.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { WARM_UP = 5, MEASURED = 25, MEASURED_IF_LONG = 3, LONG_MILLISECONDS = 200 };

cl_command_queue __real_clCreateCommandQueue(cl_context, cl_device_id, cl_command_queue_properties, cl_int *);
cl_int __real_clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *,
                                     cl_uint, const cl_event *, cl_event *);

cl_command_queue __wrap_clCreateCommandQueue(cl_context context, cl_device_id device,
                                             cl_command_queue_properties properties, cl_int *status)
{
    if (getenv("LAUNCH_TIMES"))
        properties |= CL_QUEUE_PROFILING_ENABLE;
    return __real_clCreateCommandQueue(context, device, properties, status);
}

static int by_size(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double milliseconds(cl_event event)
{
    cl_ulong start = 0, end = 0;
    clWaitForEvents(1, &event);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    clReleaseEvent(event);
    return (double)(end - start) * 1e-6;
}

cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint rank, const size_t *first,
                                     const size_t *global, const size_t *local, cl_uint waits, const cl_event *awaited,
                                     cl_event *done)
{
    double times[MEASURED];
    int wanted = MEASURED;
    for (int round = 0; getenv("LAUNCH_TIMES") && round < WARM_UP + wanted; round++) {
        cl_event event;
        cl_int status = __real_clEnqueueNDRangeKernel(queue, kernel, rank, first, global, local, waits, awaited, &event);
        if (status != CL_SUCCESS)
            return status;
        double time = milliseconds(event);
        if (round >= WARM_UP)
            times[round - WARM_UP] = time;
        else if (time > LONG_MILLISECONDS)
            wanted = MEASURED_IF_LONG;
    }
    if (getenv("LAUNCH_TIMES")) {
        char name[256] = "?";
        clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
        qsort(times, (size_t)wanted, sizeof *times, by_size);
        fprintf(stderr, "TIMED %s %.6f\n", name, times[wanted / 2]);
    }
    return __real_clEnqueueNDRangeKernel(queue, kernel, rank, first, global, local, waits, awaited, done);
}
