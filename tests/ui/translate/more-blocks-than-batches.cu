//@ emit: cuda cpu
//@ run: cpu
// A block that has no iteration of a loop around a barrier loads nothing.
#include <stdio.h>

float a[20], b[20];

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

// more-blocks-than-batches.c:14: kernel twice
__global__ void twice(float *__restrict__ b, const float *__restrict__ a)
{
    __shared__ float a_tile[10];
    int i_base = blockIdx.x * 10;
    int i = i_base + threadIdx.x;
    if (i_base < 20) {
        a_tile[threadIdx.x] = a[i_base + threadIdx.x];
        __syncthreads();
        if (i < 20)
            b[i] = a_tile[threadIdx.x] * 2;
    }
}

int main(void)
{
    for (int i = 0; i < 20; i++)
        a[i] = i * 0.5f;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "more-blocks-than-batches.c:12: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "more-blocks-than-batches.c:12: global alloc a[*] copyin");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "more-blocks-than-batches.c:13: global alloc b[*]");
    twice<<<8, 10>>>(d_b, d_a);
    hicuda_launched(cudaGetLastError(), "more-blocks-than-batches.c:14: kernel twice tblock(8) thread(10)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "more-blocks-than-batches.c:22: global copyout b[*]");
    hicuda_check(cudaFree(d_a), "more-blocks-than-batches.c:23: global free a b");
    hicuda_check(cudaFree(d_b), "more-blocks-than-batches.c:23: global free a b");
    printf("%g %g\n", b[0], b[19]);
    return 0;
}
