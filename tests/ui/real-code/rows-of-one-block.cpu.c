//@ emit: cuda cpu
//@ run: cpu
// Pointers to the rows of one block: the host uses them, kernels use the block.
#include <stdio.h>
#include <stdlib.h>

static float **matrix(int n, int m)
{
    float **rows = malloc(n * sizeof *rows);
    rows[0] = malloc(n * m * sizeof **rows);
    for (int i = 1; i < n; i++)
        rows[i] = rows[0] + i * m;
    return rows;
}

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

// rows-of-one-block.c:21: kernel relaxed
static inline void relaxed_iteration(float *restrict next, const float *restrict now, int m, int i)
{
    for (int j = 1; j < m - 1; j++)
        next[i * m + j] = (now[(i - 1) * m + j] + now[(i + 1) * m + j] + now[i * m + j]) / 4;
}

static void relaxed(float *restrict next, const float *restrict now, int n, int m)
{
    #pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
        relaxed_iteration(next, now, m, i);
}

static void relax(float *now, float *next, int n, int m)
{
    float *d_now = hicuda_alloc(sizeof(float) * n * m, "rows-of-one-block.c:19: global alloc now[*][*] copyin");
    memcpy(d_now, now, sizeof(float) * n * m);
    float *d_next = hicuda_alloc(sizeof(float) * n * m, "rows-of-one-block.c:20: global alloc next[*][*] copyin");
    memcpy(d_next, next, sizeof(float) * n * m);
    relaxed(d_next, d_now, n, m);
    memcpy(next, d_next, sizeof(float) * n * m);
    free(d_now);
    free(d_next);
}

int main(void)
{
    int n = 18, m = 20;
    float **a = matrix(n, m), **b = matrix(n, m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = b[i][j] = i * j % 11;
    relax(a[0], b[0], n, m);
    float total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            total += b[i][j] * (i + j);
    printf("%g\n", total);
    return 0;
}
