//@ emit: cuda cpu
//@ run: cpu h200
// How often each value occurs: blocks count in copies of the array of their own.
#include <stdio.h>

#define N 100000

unsigned char data[N];
unsigned hist[256];

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

// histogram.c:22: kernel count
__global__ void count(unsigned int *__restrict__ hist, const unsigned char *__restrict__ data)
{
    __shared__ unsigned int hist_part[256][32];
    for (int element = threadIdx.x; element < 8192; element += 128)
        hist_part[element / 32][element % 32] = 0;
    __syncthreads();
    int i = (blockIdx.x * 128 + threadIdx.x) * 16;
    for (; i < 75409; i += 49152) {
        unsigned char data_now[2][16];
        #pragma unroll
        for (int round = 0; round < 2; round++)
            memcpy(data_now[round], __builtin_assume_aligned(&data[i + round * 24576], 16), 16);
        #pragma unroll
        for (int round = 0; round < 2; round++) {
            #pragma unroll
            for (int k = 0; k < 16; k++)
                atomicAdd(&hist_part[data_now[round][k]][threadIdx.x % 32], 1);
        }
    }
    for (; i < N; i += 24576)
        for (int k = 0; k < 16 && i + k < N; k++)
            atomicAdd(&hist_part[data[i + k]][threadIdx.x % 32], 1);
    __syncthreads();
    for (int element = threadIdx.x; element < 256; element += 128) {
        unsigned int total = hist_part[element][element % 32];
        for (int copy = 1; copy < 32; copy++)
            total += hist_part[element][(element + copy) % 32];
        atomicAdd(&hist[element], total);
    }
}

int main(void)
{
    unsigned seed = 5;
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        data[i] = (seed >> 24) & (seed >> 16);
    }
    for (int k = 0; k < 256; k++)
        hist[k] = k;
    unsigned char *d_data;
    hicuda_check(cudaMalloc((void **)&d_data, sizeof data), "histogram.c:20: global alloc data[*] copyin");
    hicuda_check(cudaMemcpy(d_data, data, sizeof data, cudaMemcpyHostToDevice), "histogram.c:20: global alloc data[*] copyin");
    unsigned int *d_hist;
    hicuda_check(cudaMalloc((void **)&d_hist, sizeof hist), "histogram.c:21: global alloc hist[*] copyin");
    hicuda_check(cudaMemcpy(d_hist, hist, sizeof hist, cudaMemcpyHostToDevice), "histogram.c:21: global alloc hist[*] copyin");
    count<<<12, 128>>>(d_hist, d_data);
    hicuda_launched(cudaGetLastError(), "histogram.c:22: kernel count tblock(12) thread(128)");
    hicuda_check(cudaMemcpy(hist, d_hist, sizeof hist, cudaMemcpyDeviceToHost), "histogram.c:27: global copyout hist[*]");
    hicuda_check(cudaFree(d_data), "histogram.c:28: global free data hist");
    hicuda_check(cudaFree(d_hist), "histogram.c:28: global free data hist");
    for (int k = 0; k < 256; k += 15)
        printf("%u\n", hist[k]);
    return 0;
}
