//@ emit: cuda cpu
//@ run: cpu
// Functions that share out work, return a value, and return early.
#include <stdio.h>
#define ROWS 12
#define LENGTH 40

float a[ROWS][LENGTH], sums[ROWS];

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

static float sum_of(int row)
{
    float sum = 0;
    for (int j = 0; j < LENGTH; j++)
        sum += a[row][j];
    return sum / 2;
}

static void add_one(int row, int wanted)
{
    if (row % 3 != wanted)
        return;
    for (int j = 0; j < LENGTH; j++)
        a[row][j] += 1;
}

// values-and-early-returns.c:35: kernel rows
static inline void rows_iteration(float (*restrict a)[40], float *restrict sums, int i)
{
    if (i % 3 == 1)
        for (int j = 0; j < LENGTH; j++)
            a[i][j] += 1;
    float sum_of_result;
    {
        float sum = 0;
        float sum_part = 0;
        for (int j = 0; j < LENGTH; j++)
            sum_part += a[i][j];
        sum += sum_part;
        sum_of_result = sum / 2;
    }
    float half = sum_of_result;
    {
        sums[i] = half + 1;
    }
}

static void rows(float (*restrict a)[40], float *restrict sums)
{
    #pragma omp parallel for
    for (int i = 0; i < ROWS; i++)
        rows_iteration(a, sums, i);
}

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < LENGTH; j++)
            a[i][j] = i * j % 7;
    float (*d_a)[40] = hicuda_alloc(sizeof a, "values-and-early-returns.c:33: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    float *d_sums = hicuda_alloc(sizeof sums, "values-and-early-returns.c:34: global alloc sums[*]");
    rows(d_a, d_sums);
    memcpy(sums, d_sums, sizeof sums);
    free(d_a);
    free(d_sums);
    for (int i = 0; i < ROWS; i++)
        printf("%g ", sums[i]);
    printf("\n");
    return 0;
}
