//@ emit: cuda cpu
//@ run: cpu
// Two shared arrays that do not live at once have the same memory.
#include <stdio.h>

float a[64], b[64], c[64];

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

// shared-packing.c:15: kernel add
__global__ void add(const float *__restrict__ a, float *__restrict__ c, const float *__restrict__ b)
{
    extern __shared__ __align__(16) unsigned char shared_memory[];
    float *a_tile = (float *)shared_memory;
    float *b_tile = (float *)shared_memory;
    int i_base = blockIdx.x * 32;
    int i = i_base + threadIdx.x;
    a_tile[threadIdx.x] = a[i_base + threadIdx.x];
    __syncthreads();
    float sum = a_tile[threadIdx.x];
    __syncthreads();
    b_tile[threadIdx.x] = b[i_base + threadIdx.x];
    __syncthreads();
    c[i] = sum + b_tile[threadIdx.x];
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i, b[i] = 2 * i;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "shared-packing.c:12: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "shared-packing.c:12: global alloc a[*] copyin");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "shared-packing.c:13: global alloc b[*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "shared-packing.c:13: global alloc b[*] copyin");
    float *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "shared-packing.c:14: global alloc c[*]");
    add<<<2, 32, 128>>>(d_a, d_c, d_b);
    hicuda_launched(cudaGetLastError(), "shared-packing.c:15: kernel add tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "shared-packing.c:26: global copyout c[*]");
    hicuda_check(cudaFree(d_a), "shared-packing.c:27: global free a b c");
    hicuda_check(cudaFree(d_b), "shared-packing.c:27: global free a b c");
    hicuda_check(cudaFree(d_c), "shared-packing.c:27: global free a b c");
    printf("%g %g\n", c[1], c[63]);
    return 0;
}
