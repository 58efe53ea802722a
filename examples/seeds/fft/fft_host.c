// The host of fft.cl, in the API of OpenCL 1.2: the lecture's is that of a draft.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 1024
#define BATCH 4
#define N (LENGTH * BATCH)

static float data[2 * N], result[2 * N];

static void check(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) {
        fprintf(stderr, "%s: %d\n", what, status);
        exit(EXIT_FAILURE);
    }
}

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        perror(name);
        exit(EXIT_FAILURE);
    }
    char *text = calloc(1 << 16, 1);
    if (fread(text, 1, (1 << 16) - 1, file) == 0)
        exit(EXIT_FAILURE);
    fclose(file);
    return text;
}

// The largest difference from a plain DFT, against the largest value.
static double worst_difference(void)
{
    double worst = 0, largest = 0;
    for (int b = 0; b < BATCH; b++)
        for (int k = 0; k < LENGTH; k += 37) {
            double re = 0, im = 0;
            for (int n = 0; n < LENGTH; n++) {
                double angle = -2 * acos(-1.0) * ((long)n * k % LENGTH) / LENGTH;
                double x = data[2 * (b * LENGTH + n)], y = data[2 * (b * LENGTH + n) + 1];
                re += x * cos(angle) - y * sin(angle);
                im += x * sin(angle) + y * cos(angle);
            }
            const float *found = result + 2 * (b * LENGTH + k);
            worst = fmax(worst, hypot(found[0] - re, found[1] - im));
            largest = fmax(largest, hypot(re, im));
        }
    return worst / largest;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < N; i++) {
        data[2 * i] = (float)(i * 37 % 101) / 101 - 0.5f;
        data[2 * i + 1] = (float)(i * 53 % 97) / 97 - 0.5f;
    }
    cl_int status;
    cl_platform_id platform;
    cl_device_id device;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");

    // allocate the buffer memory objects
    cl_mem memobjs[2];
    memobjs[0] = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof data, data, &status);
    check(status, "clCreateBuffer");
    memobjs[1] = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof result, NULL, &status);
    check(status, "clCreateBuffer");

    char *source = read_file(argc > 1 ? argv[1] : "fft.cl");
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &status);
    check(status, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "%s\n", log);
        return EXIT_FAILURE;
    }
    cl_kernel kernel = clCreateKernel(program, "fft1D_1024", &status);
    check(status, "clCreateKernel");

    size_t local_work_size[1] = {64}, global_work_size[1] = {64 * BATCH};
    check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &memobjs[0]), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof(cl_mem), &memobjs[1]), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, sizeof(float) * (local_work_size[0] + 1) * 16, NULL), "clSetKernelArg");
    check(clSetKernelArg(kernel, 3, sizeof(float) * (local_work_size[0] + 1) * 16, NULL), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global_work_size, local_work_size, 0, NULL, NULL), "the launch");
    check(clEnqueueReadBuffer(queue, memobjs[1], CL_TRUE, 0, sizeof result, result, 0, NULL, NULL), "the copy");

    int passed = worst_difference() < 1e-5;
    printf("FFT of %d points, %d times: %s\n", LENGTH, BATCH, passed ? "PASSED" : "FAILED");
    clReleaseMemObject(memobjs[0]);
    clReleaseMemObject(memobjs[1]);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(source);
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
