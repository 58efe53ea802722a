//@ emit: cuda cpu
//@ run: cpu
// Beyond the end an unsigned index that counts down passes zero, and a narrow
// one leaves its type: around barriers, too, iterations are counted instead.
#include <stdio.h>

float a[70], down[70], narrow[70];

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

// shared-with-wrapping-index.c:17: kernel backwards
__global__ void backwards(float *__restrict__ down, const float *__restrict__ a, int n)
{
    __shared__ float a_tile[17];
    long i_trips = (long)(unsigned int)(n - 1);
    long i_chunk = (i_trips + 1) / 2;
    long i_begin = (long)blockIdx.x * i_chunk;
    long i_end = min(i_begin + i_chunk, i_trips);
    for (long i_count = i_begin; i_count < i_end; i_count += 16) {
        unsigned int i_base = (unsigned int)(n - 1) - i_count;
        unsigned int i = i_base - threadIdx.x;
        __syncthreads();
        for (int first = 0; first < 17; first += 16) {
            int element = first + threadIdx.x;
            if (element < 17) {
                int from = i_base - 16 + element;
                a_tile[element] = from >= 0 ? a[from] : 0;
            }
        }
        __syncthreads();
        if (i_count + threadIdx.x < i_end)
            down[i] = a_tile[16 - threadIdx.x] - a_tile[15 - threadIdx.x];
    }
}

// shared-with-wrapping-index.c:25: kernel forwards
__global__ void forwards(float *__restrict__ narrow, const float *__restrict__ a)
{
    __shared__ float a_tile[33];
    for (long i_count = (long)blockIdx.x * 32; i_count < 69; i_count += 96) {
        signed char i_base = i_count;
        signed char i = i_base + threadIdx.x;
        for (int first = 0; first < 33; first += 32) {
            int element = first + threadIdx.x;
            if (element < 33) {
                int from = i_base + element;
                a_tile[element] = from < 70 ? a[from] : 0;
            }
        }
        __syncthreads();
        if (i_count + threadIdx.x < 69)
            narrow[i] = a_tile[threadIdx.x] + a_tile[threadIdx.x + 1];
    }
}

int main(void)
{
    int n = 70;
    for (int i = 0; i < 70; i++)
        a[i] = i * 0.5f;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "shared-with-wrapping-index.c:14: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "shared-with-wrapping-index.c:14: global alloc a[*] copyin");
    float *d_down;
    hicuda_check(cudaMalloc((void **)&d_down, sizeof down), "shared-with-wrapping-index.c:15: global alloc down[*] copyin");
    hicuda_check(cudaMemcpy(d_down, down, sizeof down, cudaMemcpyHostToDevice), "shared-with-wrapping-index.c:15: global alloc down[*] copyin");
    float *d_narrow;
    hicuda_check(cudaMalloc((void **)&d_narrow, sizeof narrow), "shared-with-wrapping-index.c:16: global alloc narrow[*] copyin");
    hicuda_check(cudaMemcpy(d_narrow, narrow, sizeof narrow, cudaMemcpyHostToDevice), "shared-with-wrapping-index.c:16: global alloc narrow[*] copyin");
    backwards<<<2, 16>>>(d_down, d_a, n);
    hicuda_launched(cudaGetLastError(), "shared-with-wrapping-index.c:17: kernel backwards tblock(2) thread(16)");
    forwards<<<3, 32>>>(d_narrow, d_a);
    hicuda_launched(cudaGetLastError(), "shared-with-wrapping-index.c:25: kernel forwards tblock(3) thread(32)");
    hicuda_check(cudaMemcpy(down, d_down, sizeof down, cudaMemcpyDeviceToHost), "shared-with-wrapping-index.c:33: global copyout down[*]");
    hicuda_check(cudaMemcpy(narrow, d_narrow, sizeof narrow, cudaMemcpyDeviceToHost), "shared-with-wrapping-index.c:34: global copyout narrow[*]");
    hicuda_check(cudaFree(d_a), "shared-with-wrapping-index.c:35: global free a down narrow");
    hicuda_check(cudaFree(d_down), "shared-with-wrapping-index.c:35: global free a down narrow");
    hicuda_check(cudaFree(d_narrow), "shared-with-wrapping-index.c:35: global free a down narrow");
    for (int i = 0; i < 70; i += 23)
        printf("%g %g\n", down[i], narrow[i]);
    return 0;
}
