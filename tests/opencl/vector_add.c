// The first program of every tutorial, with its kernel in a string.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/opencl.h>
#include <stdio.h>
#include <stdlib.h>

static const char *source =
    "__kernel void vector_add(__global const int *A, __global const int *B, __global int *C)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    C[i] = A[i] + B[i];\n"
    "}\n";

int main(void)
{
    enum { LIST_SIZE = 1024 };
    int *A = malloc(sizeof(int) * LIST_SIZE), *B = malloc(sizeof(int) * LIST_SIZE), *C = malloc(sizeof(int) * LIST_SIZE);
    for (int i = 0; i < LIST_SIZE; i++) {
        A[i] = i;
        B[i] = LIST_SIZE - i;
    }
    cl_platform_id platform_id = NULL;
    cl_device_id device_id = NULL;
    cl_uint devices, platforms;
    cl_int ret = clGetPlatformIDs(1, &platform_id, &platforms);
    ret |= clGetDeviceIDs(platform_id, CL_DEVICE_TYPE_DEFAULT, 1, &device_id, &devices);
    cl_context context = clCreateContext(NULL, 1, &device_id, NULL, NULL, &ret);
    cl_command_queue queue = clCreateCommandQueue(context, device_id, 0, &ret);
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_ONLY, LIST_SIZE * sizeof(int), NULL, &ret);
    cl_mem b = clCreateBuffer(context, CL_MEM_READ_ONLY, LIST_SIZE * sizeof(int), NULL, &ret);
    cl_mem c = clCreateBuffer(context, CL_MEM_WRITE_ONLY, LIST_SIZE * sizeof(int), NULL, &ret);
    ret = clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, LIST_SIZE * sizeof(int), A, 0, NULL, NULL);
    ret |= clEnqueueWriteBuffer(queue, b, CL_TRUE, 0, LIST_SIZE * sizeof(int), B, 0, NULL, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &ret);
    ret |= clBuildProgram(program, 1, &device_id, NULL, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "vector_add", &ret);
    ret |= clSetKernelArg(kernel, 0, sizeof(cl_mem), (void *)&a);
    ret |= clSetKernelArg(kernel, 1, sizeof(cl_mem), (void *)&b);
    ret |= clSetKernelArg(kernel, 2, sizeof(cl_mem), (void *)&c);
    size_t global = LIST_SIZE, local = 64;
    ret |= clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
    ret |= clEnqueueReadBuffer(queue, c, CL_TRUE, 0, LIST_SIZE * sizeof(int), C, 0, NULL, NULL);
    int wrong = 0;
    for (int i = 0; i < LIST_SIZE; i++)
        wrong += C[i] != LIST_SIZE;
    printf("%d: %d wrong\n", ret, wrong);
    ret = clFlush(queue) | clFinish(queue);
    ret |= clReleaseKernel(kernel) | clReleaseProgram(program);
    ret |= clReleaseMemObject(a) | clReleaseMemObject(b) | clReleaseMemObject(c);
    ret |= clReleaseCommandQueue(queue) | clReleaseContext(context);
    printf("%d\n", ret);
    free(A);
    free(B);
    free(C);
    return 0;
}
