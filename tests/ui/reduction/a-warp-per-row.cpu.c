//@ emit: cuda cpu
//@ run: cpu h200
// A sparse matrix times a vector: rows go to warps, a row's elements to lanes. Rows
// of other sizes of groups go through shared memory.
#include <stdio.h>

int start[51], column[1200];
float value[1200], x[50], y[50], z[50];

#include <stdlib.h>
#include <string.h>

// Device memory on a machine without a device: memory of its own. What was
// never copied in is filled with a pattern, so that a forgotten copy shows.
static void *hicuda_alloc(size_t bytes, const char *directive)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "%s: out of memory (%zu bytes)\n", directive, bytes);
        exit(EXIT_FAILURE);
    }
    return memset(memory, 0xff, bytes);
}

// a-warp-per-row.c:28: kernel spmv
static inline void spmv_iteration(const int *restrict start, const float *restrict value, const float *restrict x, const int *restrict column, float *restrict y, int i)
{
    float sum = 0;
    float sum_part = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
        sum_part += value[k] * x[column[k]];
    sum += sum_part;
    y[i] = sum;
}

static void spmv(const int *restrict start, const float *restrict value, const float *restrict x, const int *restrict column, float *restrict y)
{
    #pragma omp parallel for
    for (int i = 0; i < 50; i++)
        spmv_iteration(start, value, x, column, y, i);
}

// a-warp-per-row.c:38: kernel spmv_odd
static inline void spmv_odd_iteration(const int *restrict start, const float *restrict value, const float *restrict x, const int *restrict column, float *restrict z, int i)
{
    float sum = 1;
    float sum_part = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
        sum_part += value[k] * x[column[k]];
    sum += sum_part;
    z[i] = sum;
}

static void spmv_odd(const int *restrict start, const float *restrict value, const float *restrict x, const int *restrict column, float *restrict z)
{
    #pragma omp parallel for
    for (int i = 0; i < 50; i++)
        spmv_odd_iteration(start, value, x, column, z, i);
}

int main(void)
{
    int count = 0;
    for (int i = 0; i < 50; i++) {
        start[i] = count;
        for (int j = 0; j < 50; j += i % 5 + 1, count++) {
            column[count] = j;
            value[count] = (i + j) % 7;
        }
        x[i] = i % 3 + 0.5f;
    }
    start[50] = count;
    int *d_start = hicuda_alloc(sizeof start, "a-warp-per-row.c:22: global alloc start[*] copyin");
    memcpy(d_start, start, sizeof start);
    int *d_column = hicuda_alloc(sizeof column, "a-warp-per-row.c:23: global alloc column[*] copyin");
    memcpy(d_column, column, sizeof column);
    float *d_value = hicuda_alloc(sizeof value, "a-warp-per-row.c:24: global alloc value[*] copyin");
    memcpy(d_value, value, sizeof value);
    float *d_x = hicuda_alloc(sizeof x, "a-warp-per-row.c:25: global alloc x[*] copyin");
    memcpy(d_x, x, sizeof x);
    float *d_y = hicuda_alloc(sizeof y, "a-warp-per-row.c:26: global alloc y[*]");
    float *d_z = hicuda_alloc(sizeof z, "a-warp-per-row.c:27: global alloc z[*]");
    spmv(d_start, d_value, d_x, d_column, d_y);
    spmv_odd(d_start, d_value, d_x, d_column, d_z);
    memcpy(y, d_y, sizeof y);
    memcpy(z, d_z, sizeof z);
    free(d_start);
    free(d_column);
    free(d_value);
    free(d_x);
    free(d_y);
    free(d_z);
    for (int i = 0; i < 50; i += 3)
        printf("%g %g\n", y[i], z[i]);
    return 0;
}
