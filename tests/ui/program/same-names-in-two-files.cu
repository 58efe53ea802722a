// ==== same-names-in-two-files.c ====
//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/same-names-second.c parts/same-names-plain.c
//@ flags: -Iinclude
// Static functions and constants of one name in two files; a third
// file has no directive and passes through as it is.
#include <stdio.h>
#include "same-names.h"

static float change(float x) { return x + 1; }

static const float weight[4] = { 1, 2, 3, 4 };

#include "warploom_runtime.h"

cudaError_t set_c_weight_of_same_names_in_two_files(const void *host);
cudaError_t launch_apply(dim3 grid, dim3 block, float *a);

int main(void)
{
    float a[LENGTH];
    fill(a, LENGTH);
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "same-names-in-two-files.c:18: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "same-names-in-two-files.c:18: global alloc a[*] copyin");
    hicuda_check(set_c_weight_of_same_names_in_two_files(weight), "same-names-in-two-files.c:19: constant copyin weight[*]");
    hicuda_launched(launch_apply((dim3){2, 1, 1}, (dim3){32, 1, 1}, d_a), "same-names-in-two-files.c:20: kernel apply tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "same-names-in-two-files.c:26: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "same-names-in-two-files.c:27: global free a");
    second(a);
    printf("%g %g %g\n", a[0], a[1], a[LENGTH - 1]);
    return 0;
}

// ==== same-names-in-two-files.kernels.cu ====
__constant__ float c_weight[4];

extern "C" cudaError_t set_c_weight_of_same_names_in_two_files(const void *host)
{
    return cudaMemcpyToSymbol(c_weight, host, sizeof c_weight);
}

__device__ static float change(float x)
{
    return x + 1;
}

// same-names-in-two-files.c:20: kernel apply
__global__ void apply(float *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    a[i] = change(a[i]) * c_weight[i % 4];
}

extern "C" cudaError_t launch_apply(dim3 grid, dim3 block, float *a)
{
    apply<<<grid, block>>>(a);
    return cudaGetLastError();
}

// ==== same-names-plain.c ====
#include "same-names.h"

void fill(float *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = (float)i / 2;
}

// ==== same-names-second.c ====
#include "same-names.h"

static float change(float x) { return x * 10; }

static const float weight[4] = { 1, 0, 1, 0 };

#include "warploom_runtime.h"

cudaError_t set_c_weight_of_same_names_second(const void *host);
cudaError_t launch_apply_again(dim3 grid, dim3 block, float *a);

void second(float *a)
{
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * 64), "same-names-second.c:9: global alloc a[0:LENGTH-1] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(float) * 64, cudaMemcpyHostToDevice), "same-names-second.c:9: global alloc a[0:LENGTH-1] copyin");
    hicuda_check(set_c_weight_of_same_names_second(weight), "same-names-second.c:10: constant copyin weight[*]");
    hicuda_launched(launch_apply_again((dim3){2, 1, 1}, (dim3){32, 1, 1}, d_a), "same-names-second.c:11: kernel apply_again tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof(float) * 64, cudaMemcpyDeviceToHost), "same-names-second.c:17: global copyout a[0:LENGTH-1]");
    hicuda_check(cudaFree(d_a), "same-names-second.c:18: global free a");
}

// ==== same-names-second.kernels.cu ====
__constant__ float c_weight[4];

extern "C" cudaError_t set_c_weight_of_same_names_second(const void *host)
{
    return cudaMemcpyToSymbol(c_weight, host, sizeof c_weight);
}

__device__ static float change(float x)
{
    return x * 10;
}

// same-names-second.c:11: kernel apply_again
__global__ void apply_again(float *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    a[i] = change(a[i]) + c_weight[i % 4];
}

extern "C" cudaError_t launch_apply_again(dim3 grid, dim3 block, float *a)
{
    apply_again<<<grid, block>>>(a);
    return cudaGetLastError();
}

// ==== warploom_runtime.h ====
// What the translated files of this program share.
#ifndef WARPLOOM_RUNTIME_H
#define WARPLOOM_RUNTIME_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A failed CUDA call ends the program and names the directive behind it.
static inline void hicuda_check(cudaError_t status, const char *directive)
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
static inline void hicuda_launched(cudaError_t status, const char *directive)
{
    if (status == cudaSuccess && getenv("WARPLOOM_SYNC"))
        status = cudaDeviceSynchronize();
    hicuda_check(status, directive);
}

#endif

