//@ emit: cuda cpu
//@ run: cpu
// Functions that get a row, a part of an array, or all of it.
#include <stdio.h>

#define N 8
#define M 24

float a[N][M], sums[N];

static float sum_of(const float *row, int count)
{
    float sum = 0;
    for (int k = 0; k < count; k++)
        sum += row[k];
    return sum;
}

static void scale(float *row, int count, float by)
{
    int k = 0;
    while (k < count)
        row[k++] *= by;
}

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

// pointer-to-a-row.c:33: kernel normalise
static void normalise(float (*restrict a)[24], float *restrict sums)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++) {
        sums[i] = sum_of(a[i], M);
        scale(&a[i][0], M / 2, 2.0f);
        scale(a[i] + M / 2, M / 2, sums[i]);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (float)(i + j % 5) / 4;
    float (*d_a)[24] = hicuda_alloc(sizeof a, "pointer-to-a-row.c:31: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    float *d_sums = hicuda_alloc(sizeof sums, "pointer-to-a-row.c:32: global alloc sums[*]");
    normalise(d_a, d_sums);
    memcpy(a, d_a, sizeof a);
    memcpy(sums, d_sums, sizeof sums);
    free(d_a);
    free(d_sums);
    float total = 0;
    for (int i = 0; i < N; i++)
        total += sum_of(a[i], M) + sums[i];
    printf("%g %g %g\n", total, a[7][23], sums[3]);
    return 0;
}
