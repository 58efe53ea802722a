// Matrix transpose: the block reads a tile row by row and writes it column by
// column, through shared memory that the compiler pads.
#include <stdio.h>
#include <stdlib.h>

#define N 1000
#define TILE 32

static int in[N][N], out[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            in[i][j] = i * N + j;

#pragma hicuda global alloc in[*][*] copyin
#pragma hicuda global alloc out[*][*]
#pragma hicuda kernel transpose tblock((N + TILE - 1) / TILE, (N + TILE - 1) / TILE) thread(TILE, TILE)
#pragma hicuda loop_partition over_tblock over_thread
    for (int j = 0; j < N; j++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++) {
#pragma hicuda shared alloc in[i][j] copyin
#pragma hicuda barrier
            out[j][i] = in[i][j];
#pragma hicuda barrier
#pragma hicuda shared remove in
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*][*]
#pragma hicuda global free in out

    int wrong = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            wrong += out[j][i] != i * N + j;
    printf("transpose %dx%d: %s\n", N, N, wrong ? "FAILED" : "PASSED");
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
