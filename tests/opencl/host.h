// What the programs of this folder have in common: a device, a program from a file beside them, kernels that run.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;

static void check(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) {
        printf("%s failed with %d\n", what, status);
        exit(1);
    }
}

static void open_device(void)
{
    cl_platform_id platform;
    cl_int status;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
    check(status, "clCreateCommandQueue");
}

static void build(const char *source, const char *options)
{
    cl_int status;
    program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    check(status, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "%s\n", log);
        printf("the program was not built\n");
        exit(1);
    }
}

// Opens a device and builds the file for it.
static void start(const char *file, const char *options)
{
    static char source[1 << 16];
    FILE *opened = fopen(file, "rb");
    if (opened == NULL || fread(source, 1, sizeof source - 1, opened) == 0) {
        printf("there is no %s\n", file);
        exit(1);
    }
    fclose(opened);
    open_device();
    build(source, options);
}

static cl_mem buffer(size_t size, void *from)
{
    cl_int status;
    cl_mem_flags flags = CL_MEM_READ_WRITE | (from != NULL ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem made = clCreateBuffer(context, flags, size, from, &status);
    check(status, "clCreateBuffer");
    return made;
}

static void fetch(cl_mem from, size_t size, void *to)
{
    check(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, size, to, 0, NULL, NULL), "clEnqueueReadBuffer");
}

static cl_kernel kernel(const char *name)
{
    cl_int status;
    cl_kernel made = clCreateKernel(program, name, &status);
    check(status, "clCreateKernel");
    return made;
}

// Arguments, one letter each: m for a buffer, i for an int, f for a float, l for bytes of local memory.
static void arguments(cl_kernel of, const char *kinds, ...)
{
    va_list list;
    va_start(list, kinds);
    for (cl_uint i = 0; kinds[i] != 0; i++) {
        cl_int status;
        if (kinds[i] == 'm') {
            cl_mem value = va_arg(list, cl_mem);
            status = clSetKernelArg(of, i, sizeof value, &value);
        } else if (kinds[i] == 'i') {
            cl_int value = va_arg(list, int);
            status = clSetKernelArg(of, i, sizeof value, &value);
        } else if (kinds[i] == 'f') {
            cl_float value = (cl_float)va_arg(list, double);
            status = clSetKernelArg(of, i, sizeof value, &value);
        } else
            status = clSetKernelArg(of, i, va_arg(list, size_t), NULL);
        check(status, "clSetKernelArg");
    }
    va_end(list);
}

static void run(cl_kernel of, size_t global, size_t local)
{
    check(clEnqueueNDRangeKernel(queue, of, 1, NULL, &global, local != 0 ? &local : NULL, 0, NULL, NULL), "the launch");
}

static void run2(cl_kernel of, size_t x, size_t y, size_t local_x, size_t local_y)
{
    size_t global[2] = {x, y}, local[2] = {local_x, local_y};
    check(clEnqueueNDRangeKernel(queue, of, 2, NULL, global, local, 0, NULL, NULL), "the launch");
}

static void verdict(const char *what, int wrong)
{
    printf("%s: %s\n", what, wrong ? "FAILED" : "PASSED");
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    exit(wrong != 0);
}
