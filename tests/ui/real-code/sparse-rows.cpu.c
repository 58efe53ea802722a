//@ emit: cuda cpu
//@ run: cpu
// A sparse matrix in rows: bounds read from an array, indirect subscripts.
#include <stdio.h>

#define ROWS 40
#define NNZ 200

int start[ROWS + 1], column[NNZ];
float value[NNZ], x[ROWS], y[ROWS];

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

// sparse-rows.c:29: kernel multiply
static inline void multiply_iteration(const int *restrict start, const float *restrict value, const float *restrict x, const int *restrict column, float *restrict y, int i)
{
    {
        float sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static void multiply(const int *restrict start, const float *restrict value, const float *restrict x, const int *restrict column, float *restrict y)
{
    #pragma omp parallel for
    for (int i = 0; i < ROWS; i++)
        multiply_iteration(start, value, x, column, y, i);
}

int main(void)
{
    int count = 0;
    for (int i = 0; i < ROWS; i++) {
        start[i] = count;
        for (int k = 0; k < i % 6 && count < NNZ; k++, count++) {
            column[count] = (i * 7 + k * 3) % ROWS;
            value[count] = k + 1;
        }
        x[i] = i % 11;
    }
    start[ROWS] = count;
    int *d_start = hicuda_alloc(sizeof start, "sparse-rows.c:24: global alloc start[*] copyin");
    memcpy(d_start, start, sizeof start);
    int *d_column = hicuda_alloc(sizeof column, "sparse-rows.c:25: global alloc column[*] copyin");
    memcpy(d_column, column, sizeof column);
    float *d_value = hicuda_alloc(sizeof value, "sparse-rows.c:26: global alloc value[*] copyin");
    memcpy(d_value, value, sizeof value);
    float *d_x = hicuda_alloc(sizeof x, "sparse-rows.c:27: global alloc x[*] copyin");
    memcpy(d_x, x, sizeof x);
    float *d_y = hicuda_alloc(sizeof y, "sparse-rows.c:28: global alloc y[*]");
    multiply(d_start, d_value, d_x, d_column, d_y);
    memcpy(y, d_y, sizeof y);
    free(d_start);
    free(d_column);
    free(d_value);
    free(d_x);
    free(d_y);
    float total = 0;
    for (int i = 0; i < ROWS; i++)
        total += y[i] * (i + 1);
    printf("%g\n", total);
    return 0;
}
