//@ emit: cuda cpu
//@ run: cpu
// Thread 0 of each block works alone; the others wait for it at the barrier.
#include <stdio.h>

int first[4], a[4][32];

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

// singular.c:12: kernel rows
static inline void rows_block(int *restrict first, int (*restrict a)[32], int block_i)
{
    int start[1];
    int i = block_i;
    {
        start[0] = i * 1000;
        first[i] = start[0];
    }
    for (int j = 0; j < 32; j++)
        a[i][j] = start[0] + j;
}

static void rows(int *restrict first, int (*restrict a)[32])
{
    #pragma omp parallel for
    for (int block_i = 0; block_i < 4; block_i++)
        rows_block(first, a, block_i);
}

int main(void)
{
    int *d_first = hicuda_alloc(sizeof first, "singular.c:10: global alloc first[*]");
    int (*d_a)[32] = hicuda_alloc(sizeof a, "singular.c:11: global alloc a[*][*]");
    rows(d_first, d_a);
    memcpy(a, d_a, sizeof a);
    memcpy(first, d_first, sizeof first);
    free(d_a);
    free(d_first);
    printf("%d %d\n", a[3][31], first[2]);
    return 0;
}
