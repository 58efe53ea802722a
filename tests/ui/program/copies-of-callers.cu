// ==== copies-of-callers-finish.c ====
#include "copies-of-callers.h"

#include "warploom_runtime.h"

void finish(float *cells, int size)
{
    hicuda_check(cudaMemcpy(cells, ((float *)hicuda_copy_of(cells, "copies-of-callers-finish.c:5: global copyout cells[*][*]")), sizeof(float) * size * size, cudaMemcpyDeviceToHost), "copies-of-callers-finish.c:5: global copyout cells[*][*]");
    hicuda_check(cudaFree(hicuda_forget(cells, "copies-of-callers-finish.c:6: global free cells")), "copies-of-callers-finish.c:6: global free cells");
}

// ==== copies-of-callers-step.c ====
#include "copies-of-callers.h"

#include "warploom_runtime.h"

cudaError_t launch_relax_all(dim3 grid, dim3 block, float *to, const float *from, int size);

void relax(float *to, const float *from, int size)
{
    hicuda_launched(launch_relax_all((dim3){4, 4, 1}, (dim3){8, 8, 1}, (float *)hicuda_copy_of(to, "copies-of-callers-step.c:5: kernel relax_all tblock(4, 4) thread(8, 8)"), (float *)hicuda_copy_of(from, "copies-of-callers-step.c:5: kernel relax_all tblock(4, 4) thread(8, 8)"), size), "copies-of-callers-step.c:5: kernel relax_all tblock(4, 4) thread(8, 8)");
}

// ==== copies-of-callers-step.kernels.cu ====
// copies-of-callers-step.c:5: kernel relax_all
__global__ void relax_all(float *__restrict__ to, const float *__restrict__ from, int size)
{
    int i_chunk = (size + 1) / 4;
    int i_begin = blockIdx.y * i_chunk + 1;
    int i_end = min(i_begin + i_chunk, size - 1);
    for (int i = i_begin + threadIdx.y; i < i_end; i += 8) {
        int j_chunk = (size + 1) / 4;
        int j_begin = blockIdx.x * j_chunk + 1;
        int j_end = min(j_begin + j_chunk, size - 1);
        for (int j = j_begin + threadIdx.x; j < j_end; j += 8)
            to[i * size + j] = (from[(i - 1) * size + j] + from[(i + 1) * size + j] + from[i * size + j - 1] + from[i * size + j + 1]) / 4;
    }
}

extern "C" cudaError_t launch_relax_all(dim3 grid, dim3 block, float *to, const float *from, int size)
{
    relax_all<<<grid, block>>>(to, from, size);
    return cudaGetLastError();
}

// ==== copies-of-callers.c ====
//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/copies-of-callers-step.c parts/copies-of-callers-finish.c
//@ flags: -Iinclude
// The caller allocates, a function of another file computes, and a third
// copies out and releases. Pointers are swapped between the steps.
#include <stdio.h>
#include <stdlib.h>
#include "copies-of-callers.h"

float total;

#include "warploom_runtime.h"

int main(void)
{
    int n = 24;
    float *now = malloc(n * n * sizeof *now), *next = malloc(n * n * sizeof *next);
    for (int i = 0; i < n * n; i++)
        now[i] = next[i] = i % 7;
    float *d_now;
    hicuda_check(cudaMalloc((void **)&d_now, sizeof(float) * n * n), "copies-of-callers.c:20: global alloc now[*][*] copyin");
    hicuda_remember(now, 0, sizeof(float) * n * n, d_now, "copies-of-callers.c:20: global alloc now[*][*] copyin");
    hicuda_check(cudaMemcpy(((float *)hicuda_copy_of(now, "copies-of-callers.c:20: global alloc now[*][*] copyin")), now, sizeof(float) * n * n, cudaMemcpyHostToDevice), "copies-of-callers.c:20: global alloc now[*][*] copyin");
    float *d_next;
    hicuda_check(cudaMalloc((void **)&d_next, sizeof(float) * n * n), "copies-of-callers.c:21: global alloc next[*][*] copyin");
    hicuda_remember(next, 0, sizeof(float) * n * n, d_next, "copies-of-callers.c:21: global alloc next[*][*] copyin");
    hicuda_check(cudaMemcpy(((float *)hicuda_copy_of(next, "copies-of-callers.c:21: global alloc next[*][*] copyin")), next, sizeof(float) * n * n, cudaMemcpyHostToDevice), "copies-of-callers.c:21: global alloc next[*][*] copyin");
    for (int t = 0; t < 4; t++) {
        relax(next, now, n);
        float *other = now;
        now = next;
        next = other;
    }
    finish(now, n);
    hicuda_check(cudaFree(hicuda_forget(next, "copies-of-callers.c:29: global free next")), "copies-of-callers.c:29: global free next");
    for (int i = 0; i < n * n; i++)
        total += now[i];
    printf("%g %g\n", now[n + 1], total);
    free(now);
    free(next);
    return 0;
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

