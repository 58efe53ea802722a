//@ run: cpu
//@ emit: cuda cpu
// Pragmas of OpenMP and OpenACC go from what kernels run, and stay everywhere else.
#include <stdio.h>

#include <stdlib.h>

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

// pragmas-of-openmp.c:15: kernel k
__global__ void k(int *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    int s = 0;
    for (int j = 0; j < 4; j++)
        s += j;
    a[i] *= s;
}

int main(void)
{
    int a[64], total = 0;
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
        a[i] = i;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "pragmas-of-openmp.c:14: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "pragmas-of-openmp.c:14: global alloc a[*] copyin");
    k<<<2, 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "pragmas-of-openmp.c:15: kernel k tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "pragmas-of-openmp.c:26: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "pragmas-of-openmp.c:27: global free a");
#pragma omp parallel for reduction(+:total)
    for (int i = 0; i < 64; i++)
        total += a[i];
    printf("%d\n", total);
    return 0;
}
