//@ emit: cuda cpu
//@ run: cpu
// Statements before, between and after partitioned loops.
#include <stdio.h>

#define N 20
#define M 16

int a[N][M], rowsum[N], scaled[N][M];

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

// work-between-loops.c:20: kernel between
static inline void between_iteration(const int (*restrict a)[16], int (*restrict scaled)[16], int *restrict rowsum, int twice, int i)
{
    int sum = 0;
    for (int j = 0; j < M; j++)
        sum += a[i][j];
    int half = sum / 2 + twice;
    for (int j = 0; j < M; j++)
        scaled[i][j] = a[i][j] * half;
    {
        rowsum[i] = sum;
    }
}

static void between(const int (*restrict a)[16], int (*restrict scaled)[16], int *restrict rowsum, int bias)
{
    int twice = bias * 2;
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        between_iteration(a, scaled, rowsum, twice, i);
}

int main(void)
{
    int bias = 3;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * j % 13;
    int (*d_a)[16] = hicuda_alloc(sizeof a, "work-between-loops.c:17: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    int *d_rowsum = hicuda_alloc(sizeof rowsum, "work-between-loops.c:18: global alloc rowsum[*]");
    int (*d_scaled)[16] = hicuda_alloc(sizeof scaled, "work-between-loops.c:19: global alloc scaled[*][*]");
    between(d_a, d_scaled, d_rowsum, bias);
    memcpy(rowsum, d_rowsum, sizeof rowsum);
    memcpy(scaled, d_scaled, sizeof scaled);
    free(d_a);
    free(d_rowsum);
    free(d_scaled);
    long total = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            total += scaled[i][j] * (j + 1) + rowsum[i];
    printf("%ld\n", total);
    return 0;
}
