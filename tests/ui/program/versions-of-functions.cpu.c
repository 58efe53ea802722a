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

static float c_weights[5];

void set_weights_of_blur_constant_weights(const void *host)
{
    memcpy(c_weights, host, sizeof c_weights);
}

// versions-of-functions-blur.c:6: kernel weigh
static inline void weigh_iteration(const float *restrict weights, const float *restrict in, float *restrict out, int i)
{
    {
        float sum = 0;
        for (int k = 0; k < 5; k++)
            sum += weights[k] * in[i + k - 2];
        out[i] = sum;
    }
}

static void weigh(const float *restrict weights, const float *restrict in, float *restrict out, int n)
{
    #pragma omp parallel for
    for (int i = 2; i < n - 2; i++)
        weigh_iteration(weights, in, out, i);
}

/* The weights are wherever the caller has them. */
void blur(float *out, const float *in, const float *weights, int n)
{
    weigh((float *)hicuda_copy_of(weights, "versions-of-functions-blur.c:6: kernel weigh tblock(4) thread(16)"), (float *)hicuda_copy_of(in, "versions-of-functions-blur.c:6: kernel weigh tblock(4) thread(16)"), (float *)hicuda_copy_of(out, "versions-of-functions-blur.c:6: kernel weigh tblock(4) thread(16)"), n);
}

// versions-of-functions-blur.c:6: kernel weigh_constant_weights
static void weigh_constant_weights(const float *restrict in, float *restrict out, int n)
{
    #pragma omp parallel for
    for (int i = 2; i < n - 2; i++) {
        float sum = 0;
        for (int k = 0; k < 5; k++)
            sum += c_weights[k] * in[i + k - 2];
        out[i] = sum;
    }
}

// blur, where calls bring `weights` in constant memory
void blur_constant_weights(float *out, const float *in, const float *weights, int n)
{
    weigh_constant_weights((float *)hicuda_copy_of(in, "versions-of-functions-blur.c:6: kernel weigh_constant_weights tblock(4) thread(16)"), (float *)hicuda_copy_of(out, "versions-of-functions-blur.c:6: kernel weigh_constant_weights tblock(4) thread(16)"), n);
}

// versions-of-functions-blur.c:20: kernel count_odd
static inline void count_odd_block(const int *restrict cells, int n, int *odd_of_blocks, int block_i)
{
    int odd = 0;
    int i_chunk = (n + 1) / 2;
    int i_begin = block_i * i_chunk;
    int i_end = i_begin + i_chunk < n ? i_begin + i_chunk : n;
    for (int i = i_begin; i < i_end; i++)
        odd += cells[i] % 2;
    odd_of_blocks[block_i] = odd;
}

static void count_odd(const int *restrict cells, int n, int *odd_result)
{
    int *odd_of_blocks = hicuda_alloc(sizeof(int) * 2, "kernel count_odd");
    #pragma omp parallel for
    for (int block_i = 0; block_i < 2; block_i++)
        count_odd_block(cells, n, odd_of_blocks, block_i);
    for (int block = 0; block < 2; block++)
        *odd_result += odd_of_blocks[block];
    free(odd_of_blocks);
}

int count(const int *cells, int n)
{
    int odd = 0;
    count_odd((int *)hicuda_copy_of(cells, "versions-of-functions-blur.c:20: kernel count_odd tblock(2) thread(16)"), n, &odd);
    return odd;
}

// versions-of-functions-blur.c:20: kernel count_odd_texture_cells
static inline void count_odd_texture_cells_block(const int *restrict cells, int n, int *odd_of_blocks, int block_i)
{
    int odd = 0;
    int i_chunk = (n + 1) / 2;
    int i_begin = block_i * i_chunk;
    int i_end = i_begin + i_chunk < n ? i_begin + i_chunk : n;
    for (int i = i_begin; i < i_end; i++)
        odd += cells[i] % 2;
    odd_of_blocks[block_i] = odd;
}

static void count_odd_texture_cells(const int *restrict cells, int n, int *odd_result)
{
    int *odd_of_blocks = hicuda_alloc(sizeof(int) * 2, "kernel count_odd_texture_cells");
    #pragma omp parallel for
    for (int block_i = 0; block_i < 2; block_i++)
        count_odd_texture_cells_block(cells, n, odd_of_blocks, block_i);
    for (int block = 0; block < 2; block++)
        *odd_result += odd_of_blocks[block];
    free(odd_of_blocks);
}

// count, where calls bring `cells` in a texture
int count_texture_cells(const int *cells, int n)
{
    int odd = 0;
    count_odd_texture_cells(hicuda_copy_of(cells, "versions-of-functions-blur.c:20: kernel count_odd_texture_cells tblock(2) thread(16)"), n, &odd);
    return odd;
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

// versions-of-functions-pass.c:13: kernel mark_rows
static void mark_rows(int (*restrict rows)[32])
{
    #pragma omp parallel for collapse(2)
    for (int i = 0; i < 4; i++)
        for (int j = 12; j < 20; j++)
            rows[i][j] += 1;
}

// The columns that callers hold have no name here.
void mark(int (*rows)[32])
{
    mark_rows((int (*)[32])hicuda_copy_of(rows, "versions-of-functions-pass.c:13: kernel mark_rows tblock(4) thread(8)"));
}

// versions-of-functions-pass.c:13: kernel mark_rows_part_of_rows
static void mark_rows_part_of_rows(int *restrict rows, int rows_first, int rows_last)
{
    #pragma omp parallel for collapse(2)
    for (int i = 0; i < 4; i++)
        for (int j = 12; j < 20; j++)
            rows[(long)i * (rows_last - rows_first + 1) + j - rows_first] += 1;
}

// mark, where calls bring `rows` in parts of its rows
void mark_part_of_rows(int (*rows)[32], int rows_first, int rows_last)
{
    mark_rows_part_of_rows((int *)hicuda_copy_of(rows, "versions-of-functions-pass.c:13: kernel mark_rows_part_of_rows tblock(4) thread(8)"), rows_first, rows_last);
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

static float c_first[5];
void set_weights_of_blur_constant_weights(const void *host);

int main(int argc, char **argv)
{
    for (int i = 0; i < 64; i++) {
        in[i] = i % 9;
        cells[i] = i * i % 7;
    }
    float *d_in = hicuda_alloc(sizeof in, "versions-of-functions.c:23: global alloc in[*] copyin");
    hicuda_remember(in, 0, sizeof in, d_in, "versions-of-functions.c:23: global alloc in[*] copyin");
    memcpy(d_in, in, sizeof in);
    float *d_out = hicuda_alloc(sizeof out, "versions-of-functions.c:24: global alloc out[*] clear");
    hicuda_remember(out, 0, sizeof out, d_out, "versions-of-functions.c:24: global alloc out[*] clear");
    memset(d_out, 0, sizeof out);
    memcpy(c_first, first, sizeof first);
    set_weights_of_blur_constant_weights(first);
    around_constant_weights(out, in, first, 64);
    float *d_second = hicuda_alloc(sizeof second, "versions-of-functions.c:28: global alloc second[*] copyin");
    hicuda_remember(second, 0, sizeof second, d_second, "versions-of-functions.c:28: global alloc second[*] copyin");
    memcpy(d_second, second, sizeof second);
    around(in, out, second, 64);
    memcpy(in, d_in, sizeof in);
    free(d_in);
    hicuda_forget(in, "versions-of-functions.c:31: global free in out second");
    free(d_out);
    hicuda_forget(out, "versions-of-functions.c:31: global free in out second");
    free(d_second);
    hicuda_forget(second, "versions-of-functions.c:31: global free in out second");
    both(grid, argc + 6, 24);
    int (*d_grid)[32] = hicuda_alloc(sizeof grid, "versions-of-functions.c:33: global alloc grid[*][*] copyin");
    hicuda_remember(grid, 0, sizeof grid, d_grid, "versions-of-functions.c:33: global alloc grid[*][*] copyin");
    memcpy(d_grid, grid, sizeof grid);
    mark(grid);
    memcpy(grid, d_grid, sizeof grid);
    free(d_grid);
    hicuda_forget(grid, "versions-of-functions.c:36: global free grid");

    int *d_cells = hicuda_alloc(sizeof cells, "versions-of-functions.c:38: texture copyin cells[*]");
    memcpy(d_cells, cells, sizeof(int) * 64);
    hicuda_remember(cells, 0, 0, d_cells, "versions-of-functions.c:38: texture copyin cells[*]");
    int odd = count_texture_cells(cells, 64);
    free(d_cells);
    hicuda_forget(cells, "versions-of-functions.c:40: texture remove cells");
    int n = 30 + argc;
    hicuda_require(n - 1 < 64, "versions-of-functions.c:42: the section of `cells` ends beyond the array");
    hicuda_require(0 <= n, "versions-of-functions.c:42: the section of `cells` ends before it starts");
    int *d_cells2 = hicuda_alloc(sizeof(int) * n, "versions-of-functions.c:42: global alloc cells[0:n-1] copyin");
    hicuda_remember(cells, 0, sizeof(int) * n, d_cells2, "versions-of-functions.c:42: global alloc cells[0:n-1] copyin");
    memcpy(d_cells2, cells, sizeof(int) * n);
    odd += count(cells, n);
    free(d_cells2);
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
    int *d_g = hicuda_alloc(sizeof(int) * 4 * (to - from + 1), "versions-of-functions.c:51: global alloc g[0:3][from:to] copyin");
    hicuda_remember(g, 0, 0, d_g, "versions-of-functions.c:51: global alloc g[0:3][from:to] copyin");
    hicuda_copy_rows(d_g, sizeof(int) * (to - from + 1), &g[0][from], sizeof(int) * 32, sizeof(int) * (to - from + 1), 4);
    mark_part_of_rows(g, from, to);
    mark_part_of_rows(g, from, to);
    hicuda_require(from <= to + 1, "versions-of-functions.c:54: the section of `g` ends before it starts");
    hicuda_copy_rows(&g[0][from], sizeof(int) * 32, d_g, sizeof(int) * (to - from + 1), sizeof(int) * (to - from + 1), 4);
    free(d_g);
    hicuda_forget(g, "versions-of-functions.c:55: global free g");
}

// ==== warploom_runtime.h ====
// What the translated files of this program share.
#ifndef WARPLOOM_RUNTIME_H
#define WARPLOOM_RUNTIME_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Device memory on a machine without a device: memory of its own. What was
// never copied in is filled with a pattern, so that a forgotten copy shows.
static inline void *hicuda_alloc(size_t bytes, const char *directive)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "%s: out of memory (%zu bytes)\n", directive, bytes);
        exit(EXIT_FAILURE);
    }
    return memset(memory, 0xff, bytes);
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

// Copies `rows` runs of `width` bytes that lie `to_pitch` and `from_pitch` apart.
static inline void hicuda_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                             size_t width, size_t rows)
{
    for (size_t row = 0; row < rows; row++)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
}

#endif

