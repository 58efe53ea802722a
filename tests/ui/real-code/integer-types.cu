//@ emit: cuda cpu
//@ run: cpu
// 16-bit data, 64-bit counters, size_t indices and unsigned wrap-around mean
// what C says.
#include <stdio.h>
#include <stdint.h>
#include <stddef.h>

#define N 64

unsigned short pixel[N];
short delta[N];
uint64_t counter[N];
uint8_t wrapped[N];
int64_t difference[N];

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

// integer-types.c:27: kernel widths
__global__ void widths(short *__restrict__ delta, const unsigned short *__restrict__ pixel, uint64_t *__restrict__ counter, uint8_t *__restrict__ wrapped, int64_t *__restrict__ difference, const unsigned int shift)
{
    size_t i = (size_t)blockIdx.x * 16 + threadIdx.x;
    delta[i] = i > 0 ? pixel[i] - pixel[i - 1] : 0;
    counter[i] = (uint64_t)pixel[i] << 32 | (unsigned int)(i * 0x9e3779b9u);
    wrapped[i] = (uint8_t)(pixel[i] * pixel[i]) >> shift;
    difference[i] = (int)i - 5 > -1 ? (int64_t)i * INT32_MAX : -1 - (int64_t)(unsigned int)-1;
    if (-1 < (int)i && (unsigned int)-1 > i)
        counter[i] ^= ~0ull >> i % 60;
}

int main(void)
{
    const unsigned shift = 3;
    for (size_t i = 0; i < N; i++)
        pixel[i] = (unsigned short)(65535u - i * 777u);
    unsigned short *d_pixel;
    hicuda_check(cudaMalloc((void **)&d_pixel, sizeof pixel), "integer-types.c:22: global alloc pixel[*] copyin");
    hicuda_check(cudaMemcpy(d_pixel, pixel, sizeof pixel, cudaMemcpyHostToDevice), "integer-types.c:22: global alloc pixel[*] copyin");
    short *d_delta;
    hicuda_check(cudaMalloc((void **)&d_delta, sizeof delta), "integer-types.c:23: global alloc delta[*] clear");
    hicuda_check(cudaMemset(d_delta, 0, sizeof delta), "integer-types.c:23: global alloc delta[*] clear");
    uint64_t *d_counter;
    hicuda_check(cudaMalloc((void **)&d_counter, sizeof counter), "integer-types.c:24: global alloc counter[*]");
    uint8_t *d_wrapped;
    hicuda_check(cudaMalloc((void **)&d_wrapped, sizeof wrapped), "integer-types.c:25: global alloc wrapped[*]");
    int64_t *d_difference;
    hicuda_check(cudaMalloc((void **)&d_difference, sizeof difference), "integer-types.c:26: global alloc difference[*] clear");
    hicuda_check(cudaMemset(d_difference, 0, sizeof difference), "integer-types.c:26: global alloc difference[*] clear");
    widths<<<4, 16>>>(d_delta, d_pixel, d_counter, d_wrapped, d_difference, shift);
    hicuda_launched(cudaGetLastError(), "integer-types.c:27: kernel widths tblock(4) thread(16)");
    hicuda_check(cudaMemcpy(delta, d_delta, sizeof delta, cudaMemcpyDeviceToHost), "integer-types.c:38: global copyout delta[*]");
    hicuda_check(cudaMemcpy(counter, d_counter, sizeof counter, cudaMemcpyDeviceToHost), "integer-types.c:39: global copyout counter[*]");
    hicuda_check(cudaMemcpy(wrapped, d_wrapped, sizeof wrapped, cudaMemcpyDeviceToHost), "integer-types.c:40: global copyout wrapped[*]");
    hicuda_check(cudaMemcpy(difference, d_difference, sizeof difference, cudaMemcpyDeviceToHost), "integer-types.c:41: global copyout difference[*]");
    hicuda_check(cudaFree(d_pixel), "integer-types.c:42: global free pixel delta counter wrapped difference");
    hicuda_check(cudaFree(d_delta), "integer-types.c:42: global free pixel delta counter wrapped difference");
    hicuda_check(cudaFree(d_counter), "integer-types.c:42: global free pixel delta counter wrapped difference");
    hicuda_check(cudaFree(d_wrapped), "integer-types.c:42: global free pixel delta counter wrapped difference");
    hicuda_check(cudaFree(d_difference), "integer-types.c:42: global free pixel delta counter wrapped difference");
    uint64_t all = 0;
    for (int i = 0; i < N; i++)
        all = all * 1099511628211u + (uint64_t)delta[i] + counter[i] + wrapped[i] + (uint64_t)difference[i];
    printf("%llu\n", (unsigned long long)all);
    return 0;
}
