//@ emit: cuda cpu
//@ run: cpu
// Recipes inside a kernel, beside partitioned loops and shared memory.
#include <stdio.h>

#define N 64
#define TILE 8

int a[N][N], b[N][N], c[N][N], d[N], e[N];

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

// kernel-loops.c:24: kernel multiply
static inline void multiply_iteration(const int (*restrict a)[64], const int (*restrict b)[64], int (*restrict c)[64], int i)
{
    for (int j = 0; j < N; j++) {
        int total = 0;
        for (int k = 0; k < N; k += 4) {
            total += a[i][k] * b[k][j];
            total += a[i][k + 1] * b[k + 1][j];
            total += a[i][k + 2] * b[k + 2][j];
            total += a[i][k + 3] * b[k + 3][j];
        }
        c[i][j] = total;
    }
}

static void multiply(const int (*restrict a)[64], const int (*restrict b)[64], int (*restrict c)[64])
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        multiply_iteration(a, b, c, i);
}

// kernel-loops.c:36: kernel rows
static inline void rows_iteration(const int (*restrict a)[64], int *restrict d, int i)
{
    {
        int low = 0, high = 0;
        for (int k_tile = 0; k_tile < N; k_tile += 8)
            for (int k = k_tile; k < k_tile + 8; k++)
                low += a[i][k] * k;
        {
            high += a[i][0];
            high += a[i][16];
            high += a[i][32];
            high += a[i][48];
        }
        d[i] = low - high;
    }
}

static void rows(const int (*restrict a)[64], int *restrict d)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        rows_iteration(a, d, i);
}

// kernel-loops.c:50: kernel columns
static inline void columns_iteration(int *restrict e, const int (*restrict a)[64], int j)
{
    for (int i = 0; i < N; i++)
        e[j] += a[i][j] * i;
}

static void columns(int *restrict e, const int (*restrict a)[64])
{
    #pragma omp parallel for
    for (int j = 0; j < N; j++)
        columns_iteration(e, a, j);
}

int main(void)
{
    int i, j, k;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 - 5;
            b[i][j] = (i * 5 + j * 2) % 13 - 6;
        }
    int (*d_a)[64] = hicuda_alloc(sizeof a, "kernel-loops.c:19: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    int (*d_b)[64] = hicuda_alloc(sizeof b, "kernel-loops.c:20: global alloc b[*][*] copyin");
    memcpy(d_b, b, sizeof b);
    int (*d_c)[64] = hicuda_alloc(sizeof c, "kernel-loops.c:21: global alloc c[*][*]");
    int *d_d = hicuda_alloc(sizeof d, "kernel-loops.c:22: global alloc d[*]");
    int *d_e = hicuda_alloc(sizeof e, "kernel-loops.c:23: global alloc e[*] clear");
    memset(d_e, 0, sizeof e);
    multiply(d_a, d_b, d_c);
    rows(d_a, d_d);
    // A directive above an inner loop goes where the loop goes.
    columns(d_e, d_a);
    memcpy(c, d_c, sizeof c);
    memcpy(d, d_d, sizeof d);
    memcpy(e, d_e, sizeof e);
    free(d_a);
    free(d_b);
    free(d_c);
    free(d_d);
    free(d_e);
    unsigned check = 0;
    for (i = 0; i < N; i++) {
        check = check * 31u + (unsigned)(d[i] + e[i]);
        for (j = 0; j < N; j++)
            check = check * 31u + (unsigned)c[i][j];
    }
    printf("%u\n", check);
    return 0;
}
