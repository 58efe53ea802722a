//@ emit: cuda cpu
//@ run: cpu
// Rows over blocks, columns over threads, and a value per row in between.
#include <stdio.h>

int a[6][40], b[6];

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

// imperfect-nest.c:12: kernel rows
static inline void rows_iteration(int (*restrict a)[40], int *restrict b, int i)
{
    int start = i * 100;
    for (int j = 0; j < 40; j++)
        a[i][j] = start + j;
    b[i] = start;
}

static void rows(int (*restrict a)[40], int *restrict b)
{
    #pragma omp parallel for
    for (int i = 0; i < 6; i++)
        rows_iteration(a, b, i);
}

int main(void)
{
    int (*d_a)[40] = hicuda_alloc(sizeof a, "imperfect-nest.c:10: global alloc a[*][*]");
    int *d_b = hicuda_alloc(sizeof b, "imperfect-nest.c:11: global alloc b[*]");
    rows(d_a, d_b);
    memcpy(a, d_a, sizeof a);
    memcpy(b, d_b, sizeof b);
    free(d_a);
    free(d_b);
    printf("%d %d %d\n", a[0][0], a[5][39], b[5]);
    return 0;
}
