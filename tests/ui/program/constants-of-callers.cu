// ==== constants-of-callers-look.c ====
// Kernels that read constants of a caller in another file.
int offsets[4] = { 3, 1, 4, 1 };

#include "warploom_runtime.h"

cudaError_t launch_shift(dim3 grid, dim3 block, float *r, int n);

static void shifted(const float *values, float *r, int n)
{
    hicuda_launched(launch_shift((dim3){4, 1, 1}, (dim3){16, 1, 1}, (float *)hicuda_copy_of(r, "constants-of-callers-look.c:6: kernel shift tblock(4) thread(16)"), n), "constants-of-callers-look.c:6: kernel shift tblock(4) thread(16)");
}

cudaError_t launch_far(dim3 grid, dim3 block, float *r, int n);

void look(const float *t, float *r, int n)
{
    shifted(t, r, n);
    hicuda_launched(launch_far((dim3){4, 1, 1}, (dim3){16, 1, 1}, (float *)hicuda_copy_of(r, "constants-of-callers-look.c:16: kernel far tblock(4) thread(16)"), n), "constants-of-callers-look.c:16: kernel far tblock(4) thread(16)");
}

// ==== constants-of-callers-look.kernels.cu ====
__constant__ int c_offsets[4];

extern "C" cudaError_t set_offsets_of_look(const void *host)
{
    return cudaMemcpyToSymbol(c_offsets, host, sizeof c_offsets);
}

__constant__ float c_t[16];

extern "C" cudaError_t set_t_of_look(const void *host)
{
    return cudaMemcpyToSymbol(c_t, host, sizeof c_t);
}

// constants-of-callers-look.c:6: kernel shift
__global__ void shift(float *__restrict__ r, int n)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16)
        r[i] += c_t[(i + c_offsets[i % 4]) % 16];
}

extern "C" cudaError_t launch_shift(dim3 grid, dim3 block, float *r, int n)
{
    shift<<<grid, block>>>(r, n);
    return cudaGetLastError();
}

// constants-of-callers-look.c:16: kernel far
__global__ void far(float *__restrict__ r, int n)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16)
        r[i] += c_t[15 - i % 16];
}

extern "C" cudaError_t launch_far(dim3 grid, dim3 block, float *r, int n)
{
    far<<<grid, block>>>(r, n);
    return cudaGetLastError();
}

// ==== constants-of-callers.c ====
//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/constants-of-callers-look.c
// Constants that callers fill, in functions of this file and of another.
#include <stdio.h>

float table[16];
extern int offsets[4];

void look(const float *t, float *r, int n);

#include "warploom_runtime.h"

cudaError_t launch_near(dim3 grid, dim3 block, float *r, int n);

static void here(const float *t, float *r, int n)
{
    hicuda_launched(launch_near((dim3){4, 1, 1}, (dim3){16, 1, 1}, (float *)hicuda_copy_of(r, "constants-of-callers.c:14: kernel near tblock(4) thread(16)"), n), "constants-of-callers.c:14: kernel near tblock(4) thread(16)");
}

cudaError_t set_c_table_of_constants_of_callers(const void *host);
cudaError_t set_c_offsets_of_constants_of_callers(const void *host);
cudaError_t set_t_of_look(const void *host);
cudaError_t set_offsets_of_look(const void *host);

int main(void)
{
    float r[64], total = 0;
    for (int i = 0; i < 16; i++)
        table[i] = i * i;
    float *d_r;
    hicuda_check(cudaMalloc((void **)&d_r, sizeof r), "constants-of-callers.c:26: global alloc r[*]");
    hicuda_remember(r, 0, sizeof r, d_r, "constants-of-callers.c:26: global alloc r[*]");
    hicuda_check(set_c_table_of_constants_of_callers(table), "constants-of-callers.c:27: constant copyin table[*] offsets[*]");
    hicuda_check(set_t_of_look(table), "constants-of-callers.c:27: constant copyin table[*] offsets[*]");
    hicuda_check(set_c_offsets_of_constants_of_callers(offsets), "constants-of-callers.c:27: constant copyin table[*] offsets[*]");
    hicuda_check(set_offsets_of_look(offsets), "constants-of-callers.c:27: constant copyin table[*] offsets[*]");
    here(table, r, 64);
    look(table, r, 64);
    hicuda_check(cudaMemcpy(r, d_r, sizeof r, cudaMemcpyDeviceToHost), "constants-of-callers.c:31: global copyout r[*]");
    hicuda_check(cudaFree(d_r), "constants-of-callers.c:32: global free r");
    hicuda_forget(r, "constants-of-callers.c:32: global free r");
    for (int i = 0; i < 64; i++)
        total += r[i] * (i + 1);
    printf("%g\n", total);
    return 0;
}

// ==== constants-of-callers.kernels.cu ====
__constant__ float c_table[16];

extern "C" cudaError_t set_c_table_of_constants_of_callers(const void *host)
{
    return cudaMemcpyToSymbol(c_table, host, sizeof c_table);
}

__constant__ int c_offsets[4];

extern "C" cudaError_t set_c_offsets_of_constants_of_callers(const void *host)
{
    return cudaMemcpyToSymbol(c_offsets, host, sizeof c_offsets);
}

// constants-of-callers.c:14: kernel near
__global__ void near(float *__restrict__ r, int n)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16)
        r[i] = c_table[i % 16];
}

extern "C" cudaError_t launch_near(dim3 grid, dim3 block, float *r, int n)
{
    near<<<grid, block>>>(r, n);
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

// A device copy belongs to the host object, whichever pointer leads to it. Of the object at
// `host` it holds `bytes` bytes from the one with number `first` on.
// Weak: every file has it, the program has one.
__attribute__((weak)) struct hicuda_copy {
    const char *host;
    size_t first, bytes;
    char *device;
    int is_there;
} hicuda_copies[1024];

static inline void hicuda_remember(const void *host, size_t first, size_t bytes, void *device, const char *directive)
{
    for (int i = 0; i < 1024; i++)
        if (!hicuda_copies[i].is_there) {
            hicuda_copies[i].host = (const char *)host;
            hicuda_copies[i].first = first;
            hicuda_copies[i].bytes = bytes;
            hicuda_copies[i].device = (char *)device;
            hicuda_copies[i].is_there = 1;
            return;
        }
    fprintf(stderr, "%s: more than 1024 device copies\n", directive);
    exit(EXIT_FAILURE);
}

// Weak: every file has it, the program has one.
__attribute__((weak)) struct hicuda_copy *hicuda_find(const void *host, const char *directive)
{
    struct hicuda_copy *empty = NULL;
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there && hicuda_copies[i].host == host) {
            if (hicuda_copies[i].bytes)
                return &hicuda_copies[i];
            empty = &hicuda_copies[i];
        }
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there
            && (size_t)((const char *)host - hicuda_copies[i].host) - hicuda_copies[i].first < hicuda_copies[i].bytes)
            return &hicuda_copies[i];
    if (empty)
        return empty;
    fprintf(stderr, "%s: this object has no copy on the device\n", directive);
    exit(EXIT_FAILURE);
}

// Where the byte at `host`, the start of an object or inside a copy, is on the device.
static inline void *hicuda_copy_of(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    return copy->device + ((const char *)host - copy->host) - copy->first;
}

static inline void *hicuda_forget(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    copy->is_there = 0;
    return copy->device;
}

#endif

