//@ emit: cuda cpu
//@ run: cpu h200
// A section per iteration becomes a tile per block.
#include <stdio.h>

#define N 64

int a[N][N], b[N][N];

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

// shared-tile.c:18: kernel transpose
static inline void transpose_iteration(int (*restrict b)[64], const int (*restrict a)[64], int i)
{
    for (int j = 0; j < N; j++)
        b[i][j] = a[j][i];
}

static void transpose(int (*restrict b)[64], const int (*restrict a)[64])
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        transpose_iteration(b, a, i);
}

int main(void)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] = i * N + j;
    int (*d_a)[64] = hicuda_alloc(sizeof a, "shared-tile.c:16: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    int (*d_b)[64] = hicuda_alloc(sizeof b, "shared-tile.c:17: global alloc b[*][*]");
    transpose(d_b, d_a);
    memcpy(b, d_b, sizeof b);
    free(d_a);
    free(d_b);
    printf("%d %d\n", b[1][0], b[2][63]);
    return 0;
}
