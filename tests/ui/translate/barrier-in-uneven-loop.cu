//@ emit: cuda cpu
//@ run: cpu
// Threads without an iteration of their own still reach every barrier.
#include <stdio.h>

#define N 50

int a[N], b[N];

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

// barrier-in-uneven-loop.c:16: kernel copy
__global__ void copy(int *__restrict__ b, const int *__restrict__ a)
{
    __shared__ int a_tile[16];
    int i_begin = blockIdx.x * 25;
    for (int i_base = i_begin; i_base < i_begin + 25; i_base += 16) {
        int i = i_base + threadIdx.x;
        int from = i_base + threadIdx.x;
        a_tile[threadIdx.x] = from < 50 ? a[from] : 0;
        __syncthreads();
        if (i < i_begin + 25)
            b[i] = a_tile[threadIdx.x];
        __syncthreads();
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = N - i;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "barrier-in-uneven-loop.c:14: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "barrier-in-uneven-loop.c:14: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "barrier-in-uneven-loop.c:15: global alloc b[*]");
    copy<<<2, 16>>>(d_b, d_a);
    hicuda_launched(cudaGetLastError(), "barrier-in-uneven-loop.c:16: kernel copy tblock(2) thread(16)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "barrier-in-uneven-loop.c:26: global copyout b[*]");
    hicuda_check(cudaFree(d_a), "barrier-in-uneven-loop.c:27: global free a b");
    hicuda_check(cudaFree(d_b), "barrier-in-uneven-loop.c:27: global free a b");
    printf("%d %d %d\n", b[0], b[24], b[49]);
    return 0;
}
