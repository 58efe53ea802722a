//@ emit: cuda cpu
//@ run: cpu
// `sqrt` of a float is a computation in double, as in C; `abs` is of integers.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

float a[32];
int b[32];

// A failed CUDA call ends the program and names the directive behind it.
static void hicuda_check(cudaError_t status, const char *directive)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", directive, cudaGetErrorString(status));
        if ((status == cudaErrorIllegalAddress || status == cudaErrorLaunchFailure) && !getenv("WARPLOOM_SYNC"))
            fprintf(stderr, "a kernel failed before that: WARPLOOM_SYNC=1 in the environment shows which\n");
        exit(EXIT_FAILURE);
    }
}

// The host goes on while a kernel runs. What fails in the kernel is reported by the next transfer,
// or here if the program runs with WARPLOOM_SYNC=1.
static void hicuda_launched(cudaError_t status, const char *directive)
{
    if (status == cudaSuccess && getenv("WARPLOOM_SYNC"))
        status = cudaDeviceSynchronize();
    hicuda_check(status, directive);
}

// double-stays-double.c:17: kernel roots
__global__ void roots(int *__restrict__ b, float *__restrict__ a)
{
    int i = threadIdx.x;
    b[i] = (int)(sqrt((double)a[i]) * 1e6) + abs(i - 16);
    a[i] = fabsf(-a[i]) + (float)fabs((double)a[i]);
}

int main(void)
{
    for (int i = 0; i < 32; i++)
        a[i] = i + 0.1f;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "double-stays-double.c:15: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "double-stays-double.c:15: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "double-stays-double.c:16: global alloc b[*]");
    roots<<<1, 32>>>(d_b, d_a);
    hicuda_launched(cudaGetLastError(), "double-stays-double.c:17: kernel roots tblock(1) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "double-stays-double.c:24: global copyout a[*]");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "double-stays-double.c:25: global copyout b[*]");
    hicuda_check(cudaFree(d_a), "double-stays-double.c:26: global free a b");
    hicuda_check(cudaFree(d_b), "double-stays-double.c:26: global free a b");
    printf("%g %d\n", a[31], b[31]);
    return 0;
}
