//@ emit: cuda cpu
//@ run: cpu
// `nobndcheck`: the programmer knows that the section is inside.
#include <stdio.h>

float a[130], b[130];

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

// shared-nobndcheck.c:14: kernel smooth
__global__ void smooth(float *__restrict__ b, const float *__restrict__ a)
{
    __shared__ float a_tile[34];
    int i_base = blockIdx.x * 32 + 1;
    int i = i_base + threadIdx.x;
    for (int first = 0; first < 34; first += 32) {
        int element = first + threadIdx.x;
        if (element < 34)
            a_tile[element] = a[i_base - 1 + element];
    }
    __syncthreads();
    b[i] = a_tile[threadIdx.x] + a_tile[threadIdx.x + 2];
}

int main(void)
{
    for (int i = 0; i < 130; i++)
        a[i] = i;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "shared-nobndcheck.c:12: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "shared-nobndcheck.c:12: global alloc a[*] copyin");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "shared-nobndcheck.c:13: global alloc b[*] clear");
    hicuda_check(cudaMemset(d_b, 0, sizeof b), "shared-nobndcheck.c:13: global alloc b[*] clear");
    smooth<<<4, 32>>>(d_b, d_a);
    hicuda_launched(cudaGetLastError(), "shared-nobndcheck.c:14: kernel smooth tblock(4) thread(32)");
    hicuda_check(cudaMemcpy(&b[1], &d_b[1], sizeof(float) * 128, cudaMemcpyDeviceToHost), "shared-nobndcheck.c:24: global copyout b[1:128]");
    hicuda_check(cudaFree(d_a), "shared-nobndcheck.c:25: global free a b");
    hicuda_check(cudaFree(d_b), "shared-nobndcheck.c:25: global free a b");
    printf("%g %g\n", b[1], b[128]);
    return 0;
}
