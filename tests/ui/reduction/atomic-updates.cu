//@ emit: cuda cpu
//@ run: cpu
// The device's own operations, and others made by comparing and swapping.
#include <math.h>
#include <stdio.h>

int key[2000], hist[16], bits[16];
long total[16];
float weight[2000], most[16];
double product[16];

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

// Combines a value with one in memory, whoever else does so: the largest of both.
__device__ static void atomic_max(float *target, float other)
{
    unsigned int seen = 0;
    unsigned int expected;
    do {
        expected = seen;
        float value = *(float *)&expected;
        value = max(value, other);
        seen = atomicCAS((unsigned int *)target, expected, *(unsigned int *)&value);
    } while (seen != expected);
}

// Combines a value with one in memory, whoever else does so: the product of both.
__device__ static void atomic_product(double *target, double other)
{
    unsigned long long seen = 0;
    unsigned long long expected;
    do {
        expected = seen;
        double value = *(double *)&expected;
        value *= other;
        seen = atomicCAS((unsigned long long *)target, expected, *(unsigned long long *)&value);
    } while (seen != expected);
}

// atomic-updates.c:29: kernel update
__global__ void update(int *__restrict__ hist, const int *__restrict__ key, long *__restrict__ total, int *__restrict__ bits, unsigned int *__restrict__ count)
{
    int i_begin = blockIdx.x * 250;
    for (int i = i_begin + threadIdx.x; i < i_begin + 250; i += 64) {
        atomicAdd(&hist[key[i]], 1);
        atomicAdd((unsigned long long *)&total[key[i]], (unsigned long long)-(long)i);
        atomicOr(&bits[key[i]], 1 << i % 30);
        if (i % 3 == 0) {
            atomicAdd(count, (unsigned int)2);
        }
    }
}

// atomic-updates.c:44: kernel extremes
__global__ void extremes(const float *__restrict__ weight, float *__restrict__ most, const int *__restrict__ key, double *__restrict__ product)
{
    int i_begin = blockIdx.x * 250;
    for (int i = i_begin + threadIdx.x; i < i_begin + 250; i += 64) {
        atomic_max(&most[key[i]], weight[i]);
        atomic_product(&product[key[i]], i % 50 ? 1 : 2);
    }
}

int main(void)
{
    unsigned count = 0;
    for (int i = 0; i < 2000; i++) {
        key[i] = i * 7 % 16;
        weight[i] = i % 100 * 0.5f;
    }
    for (int b = 0; b < 16; b++)
        product[b] = 1;
    int *d_key;
    hicuda_check(cudaMalloc((void **)&d_key, sizeof key), "atomic-updates.c:21: global alloc key[*] copyin");
    hicuda_check(cudaMemcpy(d_key, key, sizeof key, cudaMemcpyHostToDevice), "atomic-updates.c:21: global alloc key[*] copyin");
    float *d_weight;
    hicuda_check(cudaMalloc((void **)&d_weight, sizeof weight), "atomic-updates.c:22: global alloc weight[*] copyin");
    hicuda_check(cudaMemcpy(d_weight, weight, sizeof weight, cudaMemcpyHostToDevice), "atomic-updates.c:22: global alloc weight[*] copyin");
    int *d_hist;
    hicuda_check(cudaMalloc((void **)&d_hist, sizeof hist), "atomic-updates.c:23: global alloc hist[*] copyin");
    hicuda_check(cudaMemcpy(d_hist, hist, sizeof hist, cudaMemcpyHostToDevice), "atomic-updates.c:23: global alloc hist[*] copyin");
    int *d_bits;
    hicuda_check(cudaMalloc((void **)&d_bits, sizeof bits), "atomic-updates.c:24: global alloc bits[*] copyin");
    hicuda_check(cudaMemcpy(d_bits, bits, sizeof bits, cudaMemcpyHostToDevice), "atomic-updates.c:24: global alloc bits[*] copyin");
    long *d_total;
    hicuda_check(cudaMalloc((void **)&d_total, sizeof total), "atomic-updates.c:25: global alloc total[*] copyin");
    hicuda_check(cudaMemcpy(d_total, total, sizeof total, cudaMemcpyHostToDevice), "atomic-updates.c:25: global alloc total[*] copyin");
    float *d_most;
    hicuda_check(cudaMalloc((void **)&d_most, sizeof most), "atomic-updates.c:26: global alloc most[*] copyin");
    hicuda_check(cudaMemcpy(d_most, most, sizeof most, cudaMemcpyHostToDevice), "atomic-updates.c:26: global alloc most[*] copyin");
    double *d_product;
    hicuda_check(cudaMalloc((void **)&d_product, sizeof product), "atomic-updates.c:27: global alloc product[*] copyin");
    hicuda_check(cudaMemcpy(d_product, product, sizeof product, cudaMemcpyHostToDevice), "atomic-updates.c:27: global alloc product[*] copyin");
    unsigned int *d_count;
    hicuda_check(cudaMalloc((void **)&d_count, sizeof count), "atomic-updates.c:28: global alloc count copyin");
    hicuda_check(cudaMemcpy(d_count, &count, sizeof count, cudaMemcpyHostToDevice), "atomic-updates.c:28: global alloc count copyin");
    update<<<8, 64>>>(d_hist, d_key, d_total, d_bits, d_count);
    hicuda_launched(cudaGetLastError(), "atomic-updates.c:29: kernel update tblock(8) thread(64)");
    extremes<<<8, 64>>>(d_weight, d_most, d_key, d_product);
    hicuda_launched(cudaGetLastError(), "atomic-updates.c:44: kernel extremes tblock(8) thread(64)");
    hicuda_check(cudaMemcpy(hist, d_hist, sizeof hist, cudaMemcpyDeviceToHost), "atomic-updates.c:54: global copyout hist[*]");
    hicuda_check(cudaMemcpy(bits, d_bits, sizeof bits, cudaMemcpyDeviceToHost), "atomic-updates.c:55: global copyout bits[*]");
    hicuda_check(cudaMemcpy(total, d_total, sizeof total, cudaMemcpyDeviceToHost), "atomic-updates.c:56: global copyout total[*]");
    hicuda_check(cudaMemcpy(most, d_most, sizeof most, cudaMemcpyDeviceToHost), "atomic-updates.c:57: global copyout most[*]");
    hicuda_check(cudaMemcpy(product, d_product, sizeof product, cudaMemcpyDeviceToHost), "atomic-updates.c:58: global copyout product[*]");
    hicuda_check(cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost), "atomic-updates.c:59: global copyout count");
    hicuda_check(cudaFree(d_key), "atomic-updates.c:60: global free key weight hist bits total most product count");
    hicuda_check(cudaFree(d_weight), "atomic-updates.c:60: global free key weight hist bits total most product count");
    hicuda_check(cudaFree(d_hist), "atomic-updates.c:60: global free key weight hist bits total most product count");
    hicuda_check(cudaFree(d_bits), "atomic-updates.c:60: global free key weight hist bits total most product count");
    hicuda_check(cudaFree(d_total), "atomic-updates.c:60: global free key weight hist bits total most product count");
    hicuda_check(cudaFree(d_most), "atomic-updates.c:60: global free key weight hist bits total most product count");
    hicuda_check(cudaFree(d_product), "atomic-updates.c:60: global free key weight hist bits total most product count");
    hicuda_check(cudaFree(d_count), "atomic-updates.c:60: global free key weight hist bits total most product count");
    for (int b = 0; b < 16; b++)
        printf("%d %x %ld %g %g\n", hist[b], bits[b], total[b], most[b], product[b]);
    printf("%u\n", count);
    return 0;
}
