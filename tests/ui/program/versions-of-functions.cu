// ==== versions-of-functions-between.c ====
#include "versions-of-functions.h"

// No directive in this file.
void around(float *out, const float *in, const float *weights, int n)
{
    pass(out, in, weights, n);
}

void pass_constant_weights(float *out, const float *in, const float *weights, int n);

// around, where calls bring `weights` in constant memory
void around_constant_weights(float *out, const float *in, const float *weights, int n)
{
    pass_constant_weights(out, in, weights, n);
}

// ==== versions-of-functions-blur.c ====
#include "versions-of-functions.h"

#include "warploom_runtime.h"

// Device memory for the results of blocks, kept from launch to launch.
static void *hicuda_results_memory[1];

static void hicuda_free_results(void)
{
    for (int place = 0; place < 1; place++)
        (void)cudaFree(hicuda_results_memory[place]);
}

static void *hicuda_results(int place, size_t bytes, const char *directive)
{
    static size_t held[1];
    static int is_first = 1;
    if (held[place] < bytes) {
        hicuda_check(cudaFree(hicuda_results_memory[place]), directive);
        hicuda_check(cudaMalloc(&hicuda_results_memory[place], bytes), directive);
        held[place] = bytes;
        if (is_first)
            atexit(hicuda_free_results);
        is_first = 0;
    }
    return hicuda_results_memory[place];
}

cudaError_t launch_weigh(dim3 grid, dim3 block, const float *weights, const float *in, float *out, int n);

/* The weights are wherever the caller has them. */
void blur(float *out, const float *in, const float *weights, int n)
{
    hicuda_launched(launch_weigh((dim3){4, 1, 1}, (dim3){16, 1, 1}, (float *)hicuda_copy_of(weights, "versions-of-functions-blur.c:6: kernel weigh tblock(4) thread(16)"), (float *)hicuda_copy_of(in, "versions-of-functions-blur.c:6: kernel weigh tblock(4) thread(16)"), (float *)hicuda_copy_of(out, "versions-of-functions-blur.c:6: kernel weigh tblock(4) thread(16)"), n), "versions-of-functions-blur.c:6: kernel weigh tblock(4) thread(16)");
}

cudaError_t launch_weigh_constant_weights(dim3 grid, dim3 block, const float *in, float *out, int n);

// blur, where calls bring `weights` in constant memory
void blur_constant_weights(float *out, const float *in, const float *weights, int n)
{
    hicuda_launched(launch_weigh_constant_weights((dim3){4, 1, 1}, (dim3){16, 1, 1}, (float *)hicuda_copy_of(in, "versions-of-functions-blur.c:6: kernel weigh_constant_weights tblock(4) thread(16)"), (float *)hicuda_copy_of(out, "versions-of-functions-blur.c:6: kernel weigh_constant_weights tblock(4) thread(16)"), n), "versions-of-functions-blur.c:6: kernel weigh_constant_weights tblock(4) thread(16)");
}

cudaError_t launch_count_odd(dim3 grid, dim3 block, const int *cells, int n, int odd_before, int *odd_of_blocks);

int count(const int *cells, int n)
{
    int odd = 0;
    {
        int *d_odd = (int *)hicuda_results(0, sizeof(int) * 2, "versions-of-functions-blur.c:20: kernel count_odd tblock(2) thread(16)");
        hicuda_launched(launch_count_odd((dim3){2, 1, 1}, (dim3){16, 1, 1}, (int *)hicuda_copy_of(cells, "versions-of-functions-blur.c:20: kernel count_odd tblock(2) thread(16)"), n, odd, d_odd), "versions-of-functions-blur.c:20: kernel count_odd tblock(2) thread(16)");
        hicuda_check(cudaMemcpy(&odd, d_odd, sizeof(int), cudaMemcpyDeviceToHost), "versions-of-functions-blur.c:20: kernel count_odd tblock(2) thread(16)");
    }
    return odd;
}

cudaError_t launch_count_odd_texture_cells(dim3 grid, dim3 block, cudaTextureObject_t cells, int n, int odd_before, int *odd_of_blocks);

// count, where calls bring `cells` in a texture
int count_texture_cells(const int *cells, int n)
{
    int odd = 0;
    {
        int *d_odd2 = (int *)hicuda_results(0, sizeof(int) * 2, "versions-of-functions-blur.c:20: kernel count_odd_texture_cells tblock(2) thread(16)");
        hicuda_launched(launch_count_odd_texture_cells((dim3){2, 1, 1}, (dim3){16, 1, 1}, (cudaTextureObject_t)(size_t)hicuda_copy_of(cells, "versions-of-functions-blur.c:20: kernel count_odd_texture_cells tblock(2) thread(16)"), n, odd, d_odd2), "versions-of-functions-blur.c:20: kernel count_odd_texture_cells tblock(2) thread(16)");
        hicuda_check(cudaMemcpy(&odd, d_odd2, sizeof(int), cudaMemcpyDeviceToHost), "versions-of-functions-blur.c:20: kernel count_odd_texture_cells tblock(2) thread(16)");
    }
    return odd;
}

// ==== versions-of-functions-blur.kernels.cu ====
__constant__ float c_weights[5];

extern "C" cudaError_t set_weights_of_blur_constant_weights(const void *host)
{
    return cudaMemcpyToSymbol(c_weights, host, sizeof c_weights);
}

// The sum over the first `lanes` threads of a warp, in the first of them.
__device__ static int warp_sum(int value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        int other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value += other;
    }
    return value;
}

// The sum over the threads of the block, in all of them. All must call it.
__device__ static int block_sum(int value)
{
    __shared__ int of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    value = warp_sum(value, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0)
        of_warps[warp] = value;
    __syncthreads();
    if (warps == 1)
        return of_warps[0];
    if (warp == 0 && lane < warps) {
        value = warp_sum(of_warps[lane], lane, warps);
        if (lane == 0)
            of_warps[0] = value;
    }
    __syncthreads();
    return of_warps[0];
}

// The sum of values in memory, computed by the block together.
__device__ static int block_sum_of(const int *values, unsigned int count)
{
    int value = 0;
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value += values[i];
    return block_sum(value);
}

// True in the block that calls this last; it sees what the others wrote before.
__device__ static int is_last_block(unsigned int *blocks_done)
{
    __shared__ int is_last;
    unsigned int last = gridDim.x * gridDim.y * gridDim.z - 1;
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
        __threadfence();
        is_last = atomicInc(blocks_done, last) == last;
        __threadfence();
    }
    __syncthreads();
    return is_last;
}

// versions-of-functions-blur.c:6: kernel weigh
__global__ void weigh(const float *__restrict__ weights, const float *__restrict__ in, float *__restrict__ out, int n)
{
    int i_chunk = (n - 1) / 4;
    int i_begin = blockIdx.x * i_chunk + 2;
    int i_end = min(i_begin + i_chunk, n - 2);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16) {
        float sum = 0;
        for (int k = 0; k < 5; k++)
            sum += weights[k] * in[i + k - 2];
        out[i] = sum;
    }
}

extern "C" cudaError_t launch_weigh(dim3 grid, dim3 block, const float *weights, const float *in, float *out, int n)
{
    weigh<<<grid, block>>>(weights, in, out, n);
    return cudaGetLastError();
}

// versions-of-functions-blur.c:6: kernel weigh_constant_weights
__global__ void weigh_constant_weights(const float *__restrict__ in, float *__restrict__ out, int n)
{
    int i_chunk = (n - 1) / 4;
    int i_begin = blockIdx.x * i_chunk + 2;
    int i_end = min(i_begin + i_chunk, n - 2);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16) {
        float sum = 0;
        for (int k = 0; k < 5; k++)
            sum += c_weights[k] * in[i + k - 2];
        out[i] = sum;
    }
}

extern "C" cudaError_t launch_weigh_constant_weights(dim3 grid, dim3 block, const float *in, float *out, int n)
{
    weigh_constant_weights<<<grid, block>>>(in, out, n);
    return cudaGetLastError();
}

static __device__ unsigned int count_odd_blocks_done;

// versions-of-functions-blur.c:20: kernel count_odd
__global__ void count_odd(const int *__restrict__ cells, int n, int odd_before, int *odd_of_blocks)
{
    int odd = 0;
    int i_chunk = (n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    int i = i_begin + threadIdx.x;
    for (; i < i_end - 112; i += 128) {
        #pragma unroll
        for (int round = 0; round < 8; round++)
            odd += cells[i + round * 16] % 2;
    }
    for (; i < i_end; i += 16)
        odd += cells[i] % 2;
    odd = block_sum(odd);
    if (threadIdx.x == 0)
        odd_of_blocks[blockIdx.x] = odd;
    if (is_last_block(&count_odd_blocks_done)) {
        odd = block_sum_of(odd_of_blocks, gridDim.x);
        if (threadIdx.x == 0)
            odd_of_blocks[0] = odd_before + odd;
    }
}

extern "C" cudaError_t launch_count_odd(dim3 grid, dim3 block, const int *cells, int n, int odd_before, int *odd_of_blocks)
{
    count_odd<<<grid, block>>>(cells, n, odd_before, odd_of_blocks);
    return cudaGetLastError();
}

static __device__ unsigned int count_odd_texture_cells_blocks_done;

// versions-of-functions-blur.c:20: kernel count_odd_texture_cells
__global__ void count_odd_texture_cells(cudaTextureObject_t cells, int n, int odd_before, int *odd_of_blocks)
{
    int odd = 0;
    int i_chunk = (n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    int i = i_begin + threadIdx.x;
    for (; i < i_end - 112; i += 128) {
        #pragma unroll
        for (int round = 0; round < 8; round++)
            odd += tex1Dfetch<int>(cells, i + round * 16) % 2;
    }
    for (; i < i_end; i += 16)
        odd += tex1Dfetch<int>(cells, i) % 2;
    odd = block_sum(odd);
    if (threadIdx.x == 0)
        odd_of_blocks[blockIdx.x] = odd;
    if (is_last_block(&count_odd_texture_cells_blocks_done)) {
        odd = block_sum_of(odd_of_blocks, gridDim.x);
        if (threadIdx.x == 0)
            odd_of_blocks[0] = odd_before + odd;
    }
}

extern "C" cudaError_t launch_count_odd_texture_cells(dim3 grid, dim3 block, cudaTextureObject_t cells, int n, int odd_before, int *odd_of_blocks)
{
    count_odd_texture_cells<<<grid, block>>>(cells, n, odd_before, odd_of_blocks);
    return cudaGetLastError();
}

// ==== versions-of-functions-pass.c ====
#include "versions-of-functions.h"

// Holds no directive itself.
void pass(float *out, const float *in, const float *weights, int n)
{
    blur(out, in, weights, n);
    blur(out, in, weights, n);
}

void blur_constant_weights(float *out, const float *in, const float *weights, int n);

// pass, where calls bring `weights` in constant memory
void pass_constant_weights(float *out, const float *in, const float *weights, int n)
{
    blur_constant_weights(out, in, weights, n);
    blur_constant_weights(out, in, weights, n);
}

#include "warploom_runtime.h"

cudaError_t launch_mark_rows(dim3 grid, dim3 block, int (*rows)[32]);

// The columns that callers hold have no name here.
void mark(int (*rows)[32])
{
    hicuda_launched(launch_mark_rows((dim3){4, 1, 1}, (dim3){8, 1, 1}, (int (*)[32])hicuda_copy_of(rows, "versions-of-functions-pass.c:13: kernel mark_rows tblock(4) thread(8)")), "versions-of-functions-pass.c:13: kernel mark_rows tblock(4) thread(8)");
}

cudaError_t launch_mark_rows_part_of_rows(dim3 grid, dim3 block, int *rows, int rows_first, int rows_last);

// mark, where calls bring `rows` in parts of its rows
void mark_part_of_rows(int (*rows)[32], int rows_first, int rows_last)
{
    hicuda_launched(launch_mark_rows_part_of_rows((dim3){4, 1, 1}, (dim3){8, 1, 1}, (int *)hicuda_copy_of(rows, "versions-of-functions-pass.c:13: kernel mark_rows_part_of_rows tblock(4) thread(8)"), rows_first, rows_last), "versions-of-functions-pass.c:13: kernel mark_rows_part_of_rows tblock(4) thread(8)");
}

// ==== versions-of-functions-pass.kernels.cu ====
// versions-of-functions-pass.c:13: kernel mark_rows
__global__ void mark_rows(int (*__restrict__ rows)[32])
{
    int i = blockIdx.x;
    int j = threadIdx.x + 12;
    rows[i][j] += 1;
}

extern "C" cudaError_t launch_mark_rows(dim3 grid, dim3 block, int (*rows)[32])
{
    mark_rows<<<grid, block>>>(rows);
    return cudaGetLastError();
}

// versions-of-functions-pass.c:13: kernel mark_rows_part_of_rows
__global__ void mark_rows_part_of_rows(int *__restrict__ rows, int rows_first, int rows_last)
{
    int i = blockIdx.x;
    int j = threadIdx.x + 12;
    rows[(long)i * (rows_last - rows_first + 1) + j - rows_first] += 1;
}

extern "C" cudaError_t launch_mark_rows_part_of_rows(dim3 grid, dim3 block, int *rows, int rows_first, int rows_last)
{
    mark_rows_part_of_rows<<<grid, block>>>(rows, rows_first, rows_last);
    return cudaGetLastError();
}

// ==== versions-of-functions.c ====
//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/versions-of-functions-between.c parts/versions-of-functions-pass.c parts/versions-of-functions-blur.c
//@ flags: -Iinclude
// Functions whose callers bring arrays in different memories and layouts: each
// kind of caller has its version, in whatever file the function is.
#include <stdio.h>
#include "versions-of-functions.h"

static float first[5] = { 0.1f, 0.2f, 0.4f, 0.2f, 0.1f };
static float second[5] = { 0, 0.5f, 0, 0.5f, 0 };
static float in[64], out[64];
static int grid[4][32], cells[64];

static void both(int (*g)[32], int from, int to);

void around_constant_weights(float *out, const float *in, const float *weights, int n);

int count_texture_cells(const int *cells, int n);

#include "warploom_runtime.h"

cudaError_t set_c_first_of_versions_of_functions(const void *host);
cudaError_t set_weights_of_blur_constant_weights(const void *host);

int main(int argc, char **argv)
{
    for (int i = 0; i < 64; i++) {
        in[i] = i % 9;
        cells[i] = i * i % 7;
    }
    float *d_in;
    hicuda_check(cudaMalloc((void **)&d_in, sizeof in), "versions-of-functions.c:23: global alloc in[*] copyin");
    hicuda_remember(in, 0, sizeof in, d_in, "versions-of-functions.c:23: global alloc in[*] copyin");
    hicuda_check(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice), "versions-of-functions.c:23: global alloc in[*] copyin");
    float *d_out;
    hicuda_check(cudaMalloc((void **)&d_out, sizeof out), "versions-of-functions.c:24: global alloc out[*] clear");
    hicuda_remember(out, 0, sizeof out, d_out, "versions-of-functions.c:24: global alloc out[*] clear");
    hicuda_check(cudaMemset(d_out, 0, sizeof out), "versions-of-functions.c:24: global alloc out[*] clear");
    hicuda_check(set_c_first_of_versions_of_functions(first), "versions-of-functions.c:25: constant copyin first[*]");
    hicuda_check(set_weights_of_blur_constant_weights(first), "versions-of-functions.c:25: constant copyin first[*]");
    around_constant_weights(out, in, first, 64);
    float *d_second;
    hicuda_check(cudaMalloc((void **)&d_second, sizeof second), "versions-of-functions.c:28: global alloc second[*] copyin");
    hicuda_remember(second, 0, sizeof second, d_second, "versions-of-functions.c:28: global alloc second[*] copyin");
    hicuda_check(cudaMemcpy(d_second, second, sizeof second, cudaMemcpyHostToDevice), "versions-of-functions.c:28: global alloc second[*] copyin");
    around(in, out, second, 64);
    hicuda_check(cudaMemcpy(in, d_in, sizeof in, cudaMemcpyDeviceToHost), "versions-of-functions.c:30: global copyout in[*]");
    hicuda_check(cudaFree(d_in), "versions-of-functions.c:31: global free in out second");
    hicuda_forget(in, "versions-of-functions.c:31: global free in out second");
    hicuda_check(cudaFree(d_out), "versions-of-functions.c:31: global free in out second");
    hicuda_forget(out, "versions-of-functions.c:31: global free in out second");
    hicuda_check(cudaFree(d_second), "versions-of-functions.c:31: global free in out second");
    hicuda_forget(second, "versions-of-functions.c:31: global free in out second");
    both(grid, argc + 6, 24);
    int (*d_grid)[32];
    hicuda_check(cudaMalloc((void **)&d_grid, sizeof grid), "versions-of-functions.c:33: global alloc grid[*][*] copyin");
    hicuda_remember(grid, 0, sizeof grid, d_grid, "versions-of-functions.c:33: global alloc grid[*][*] copyin");
    hicuda_check(cudaMemcpy(d_grid, grid, sizeof grid, cudaMemcpyHostToDevice), "versions-of-functions.c:33: global alloc grid[*][*] copyin");
    mark(grid);
    hicuda_check(cudaMemcpy(grid, d_grid, sizeof grid, cudaMemcpyDeviceToHost), "versions-of-functions.c:35: global copyout grid[*][*]");
    hicuda_check(cudaFree(d_grid), "versions-of-functions.c:36: global free grid");
    hicuda_forget(grid, "versions-of-functions.c:36: global free grid");

    cudaTextureObject_t d_cells = hicuda_texture(cells, sizeof(int) * 64, 64, 0, cudaCreateChannelDesc(8 * sizeof(int), 0, 0, 0, cudaChannelFormatKindSigned), sizeof(int), cudaAddressModeClamp, cudaFilterModePoint, "versions-of-functions.c:38: texture copyin cells[*]");
    hicuda_remember(cells, 0, 0, (void *)(size_t)d_cells, "versions-of-functions.c:38: texture copyin cells[*]");
    int odd = count_texture_cells(cells, 64);
    hicuda_free_texture(d_cells, "versions-of-functions.c:40: texture remove cells");
    hicuda_forget(cells, "versions-of-functions.c:40: texture remove cells");
    int n = 30 + argc;
    hicuda_require(n - 1 < 64, "versions-of-functions.c:42: the section of `cells` ends beyond the array");
    hicuda_require(0 <= n, "versions-of-functions.c:42: the section of `cells` ends before it starts");
    int *d_cells2;
    hicuda_check(cudaMalloc((void **)&d_cells2, sizeof(int) * n), "versions-of-functions.c:42: global alloc cells[0:n-1] copyin");
    hicuda_remember(cells, 0, sizeof(int) * n, d_cells2, "versions-of-functions.c:42: global alloc cells[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_cells2, cells, sizeof(int) * n, cudaMemcpyHostToDevice), "versions-of-functions.c:42: global alloc cells[0:n-1] copyin");
    odd += count(cells, n);
    hicuda_check(cudaFree(d_cells2), "versions-of-functions.c:44: global free cells");
    hicuda_forget(cells, "versions-of-functions.c:44: global free cells");
    printf("%.5f %.5f %d %d\n", in[5], in[40], grid[2][15], odd);
    return 0;
}

void mark_part_of_rows(int (*rows)[32], int rows_first, int rows_last);

static void both(int (*g)[32], int from, int to)
{
    hicuda_require(from >= 0, "versions-of-functions.c:51: the section of `g` starts before the array");
    hicuda_require(to < 32, "versions-of-functions.c:51: the section of `g` ends beyond the array");
    hicuda_require(from <= to + 1, "versions-of-functions.c:51: the section of `g` ends before it starts");
    int *d_g;
    hicuda_check(cudaMalloc((void **)&d_g, sizeof(int) * 4 * (to - from + 1)), "versions-of-functions.c:51: global alloc g[0:3][from:to] copyin");
    hicuda_remember(g, 0, 0, d_g, "versions-of-functions.c:51: global alloc g[0:3][from:to] copyin");
    hicuda_check(cudaMemcpy2D(d_g, sizeof(int) * (to - from + 1), &g[0][from], sizeof(int) * 32, sizeof(int) * (to - from + 1), 4, cudaMemcpyHostToDevice), "versions-of-functions.c:51: global alloc g[0:3][from:to] copyin");
    mark_part_of_rows(g, from, to);
    mark_part_of_rows(g, from, to);
    hicuda_require(from <= to + 1, "versions-of-functions.c:54: the section of `g` ends before it starts");
    hicuda_check(cudaMemcpy2D(&g[0][from], sizeof(int) * 32, d_g, sizeof(int) * (to - from + 1), sizeof(int) * (to - from + 1), 4, cudaMemcpyDeviceToHost), "versions-of-functions.c:54: global copyout g[0:3][from:to]");
    hicuda_check(cudaFree(d_g), "versions-of-functions.c:55: global free g");
    hicuda_forget(g, "versions-of-functions.c:55: global free g");
}

// ==== versions-of-functions.kernels.cu ====
__constant__ float c_first[5];

extern "C" cudaError_t set_c_first_of_versions_of_functions(const void *host)
{
    return cudaMemcpyToSymbol(c_first, host, sizeof c_first);
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

// A section that does not fit its array, or a grid that is too large, ends the program.
static inline void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
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

// A texture over a copy of `height` rows of `width` elements, `pitch` bytes apart on the host;
// with one row it is linear memory, otherwise an array of the device.
static inline cudaTextureObject_t hicuda_texture(const void *host, size_t pitch, size_t width, size_t height,
                                          struct cudaChannelFormatDesc format, size_t element,
                                          enum cudaTextureAddressMode address, enum cudaTextureFilterMode filter,
                                          const char *directive)
{
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
    cudaTextureObject_t object;
    memset(&resource, 0, sizeof resource);
    memset(&texture, 0, sizeof texture);
    texture.addressMode[0] = texture.addressMode[1] = address;
    texture.filterMode = filter;
    texture.readMode = cudaReadModeElementType;
    if (height == 0) {
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.desc = format;
        resource.res.linear.sizeInBytes = width * element;
        hicuda_check(cudaMalloc(&resource.res.linear.devPtr, width * element), directive);
        hicuda_check(cudaMemcpy(resource.res.linear.devPtr, host, width * element, cudaMemcpyHostToDevice), directive);
    } else {
        resource.resType = cudaResourceTypeArray;
        hicuda_check(cudaMallocArray(&resource.res.array.array, &format, width, height, 0), directive);
        hicuda_check(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, host, pitch, width * element, height,
                                         cudaMemcpyHostToDevice), directive);
    }
    hicuda_check(cudaCreateTextureObject(&object, &resource, &texture, NULL), directive);
    return object;
}

static inline void hicuda_free_texture(cudaTextureObject_t object, const char *directive)
{
    struct cudaResourceDesc resource;
    hicuda_check(cudaGetTextureObjectResourceDesc(&resource, object), directive);
    hicuda_check(cudaDestroyTextureObject(object), directive);
    if (resource.resType == cudaResourceTypeArray)
        hicuda_check(cudaFreeArray(resource.res.array.array), directive);
    else
        hicuda_check(cudaFree(resource.res.linear.devPtr), directive);
}

#endif

