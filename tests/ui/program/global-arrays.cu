// ==== global-arrays-update.c ====
#include "global-arrays.h"

#include "warploom_runtime.h"

cudaError_t launch_add(dim3 grid, dim3 block, int (*cells)[20], const int *limit, int by);

void update(int by)
{
    hicuda_launched(launch_add((dim3){ROWS, 1, 1}, (dim3){COLUMNS, 1, 1}, (int (*)[20])hicuda_copy_of(cells, "global-arrays-update.c:5: kernel add tblock(ROWS) thread(COLUMNS)"), (int *)hicuda_copy_of(&limit, "global-arrays-update.c:5: kernel add tblock(ROWS) thread(COLUMNS)"), by), "global-arrays-update.c:5: kernel add tblock(ROWS) thread(COLUMNS)");
}

// ==== global-arrays-update.kernels.cu ====
// global-arrays-update.c:5: kernel add
__global__ void add(int (*__restrict__ cells)[20], const int *__restrict__ limit, int by)
{
    int i = blockIdx.x;
    int j = threadIdx.x;
    if (cells[i][j] < *limit)
        cells[i][j] += by;
}

extern "C" cudaError_t launch_add(dim3 grid, dim3 block, int (*cells)[20], const int *limit, int by)
{
    add<<<grid, block>>>(cells, limit, by);
    return cudaGetLastError();
}

// ==== global-arrays.c ====
//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/global-arrays-update.c
//@ flags: -Iinclude
// Arrays and a counter at file level: allocated in one function, used in
// functions of both files, through one that has no word for them.
#include <stdio.h>
#include "global-arrays.h"

int cells[ROWS][COLUMNS];
int limit = 5;
static int seen[ROWS];

#include "warploom_runtime.h"

cudaError_t launch_count_rows(dim3 grid, dim3 block, const int (*cells)[20], const int *limit, int *seen);

static void count(void)
{
    hicuda_launched(launch_count_rows((dim3){2, 1, 1}, (dim3){8, 1, 1}, (int (*)[20])hicuda_copy_of(cells, "global-arrays.c:16: kernel count_rows tblock(2) thread(8)"), (int *)hicuda_copy_of(&limit, "global-arrays.c:16: kernel count_rows tblock(2) thread(8)"), (int *)hicuda_copy_of(seen, "global-arrays.c:16: kernel count_rows tblock(2) thread(8)")), "global-arrays.c:16: kernel count_rows tblock(2) thread(8)");
}

static void once(void)
{
    update(3);
    count();
}

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            cells[i][j] = (i * 7 + j * 3) % 11;
    int (*d_cells)[20];
    hicuda_check(cudaMalloc((void **)&d_cells, sizeof cells), "global-arrays.c:38: global alloc cells[*][*] copyin");
    hicuda_remember(cells, 0, sizeof cells, d_cells, "global-arrays.c:38: global alloc cells[*][*] copyin");
    hicuda_check(cudaMemcpy(d_cells, cells, sizeof cells, cudaMemcpyHostToDevice), "global-arrays.c:38: global alloc cells[*][*] copyin");
    int *d_seen;
    hicuda_check(cudaMalloc((void **)&d_seen, sizeof seen), "global-arrays.c:39: global alloc seen[*]");
    hicuda_remember(seen, 0, sizeof seen, d_seen, "global-arrays.c:39: global alloc seen[*]");
    int *d_limit;
    hicuda_check(cudaMalloc((void **)&d_limit, sizeof limit), "global-arrays.c:40: global alloc limit copyin");
    hicuda_remember(&limit, 0, sizeof limit, d_limit, "global-arrays.c:40: global alloc limit copyin");
    hicuda_check(cudaMemcpy(d_limit, &limit, sizeof limit, cudaMemcpyHostToDevice), "global-arrays.c:40: global alloc limit copyin");
    once();
    once();
    hicuda_check(cudaMemcpy(seen, d_seen, sizeof seen, cudaMemcpyDeviceToHost), "global-arrays.c:43: global copyout seen[*]");
    hicuda_check(cudaMemcpy(cells, d_cells, sizeof cells, cudaMemcpyDeviceToHost), "global-arrays.c:44: global copyout cells[*][*]");
    hicuda_check(cudaFree(d_cells), "global-arrays.c:45: global free cells seen limit");
    hicuda_forget(cells, "global-arrays.c:45: global free cells seen limit");
    hicuda_check(cudaFree(d_seen), "global-arrays.c:45: global free cells seen limit");
    hicuda_forget(seen, "global-arrays.c:45: global free cells seen limit");
    hicuda_check(cudaFree(d_limit), "global-arrays.c:45: global free cells seen limit");
    hicuda_forget(&limit, "global-arrays.c:45: global free cells seen limit");
    int sum = 0;
    for (int i = 0; i < ROWS; i++)
        sum = sum * 3 + seen[i];
    printf("%d %d\n", sum, cells[2][3]);
    return 0;
}

// ==== global-arrays.kernels.cu ====
// global-arrays.c:16: kernel count_rows
__global__ void count_rows(const int (*__restrict__ cells)[20], const int *__restrict__ limit, int *__restrict__ seen)
{
    int i = blockIdx.x * 6 + threadIdx.x;
    if (threadIdx.x < 6) {
        int seen_sum = 0;
        for (int j = 0; j < 20; j++) {
            if (cells[i][j] > *limit)
                seen_sum++;
        }
        seen[i] = seen_sum;
    }
}

extern "C" cudaError_t launch_count_rows(dim3 grid, dim3 block, const int (*cells)[20], const int *limit, int *seen)
{
    count_rows<<<grid, block>>>(cells, limit, seen);
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

