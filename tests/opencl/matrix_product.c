#include "host.h"

enum { N = 48 };
static float A[N * N], B[N * N], C[N * N];

int main(void)
{
    int wrong = 0;
    for (int i = 0; i < N * N; i++)
        A[i] = i % 7, B[i] = i % 5;
    start("matrix_product.cl", "-D TILE=8");
    cl_mem a = buffer(sizeof A, A), b = buffer(sizeof B, B), c = buffer(sizeof C, NULL);
    cl_kernel k = kernel("matrix_product");
    arguments(k, "mmmi", a, b, c, N);
    size_t required[3], global[2] = {N, N};
    check(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof required, required, NULL), "info");
    printf("groups of %zu x %zu\n", required[0], required[1]);
    cl_event event;
    cl_ulong start_time, end_time;
    check(clEnqueueNDRangeKernel(queue, k, 2, NULL, global, required, 0, NULL, &event), "the launch");
    check(clWaitForEvents(1, &event), "clWaitForEvents");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start_time, &start_time, NULL), "profiling");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end_time, &end_time, NULL), "profiling");
    printf("it took %s\n", end_time > start_time ? "some time" : "no time");
    clReleaseEvent(event);
    fetch(c, sizeof C, C);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float sum = 0;
            for (int i = 0; i < N; i++)
                sum += A[y * N + i] * B[i * N + x];
            wrong += C[y * N + x] != sum;
        }
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(c);
    clReleaseKernel(k);
    verdict("matrix product", wrong);
}
