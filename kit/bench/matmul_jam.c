// The matrix product with register tiles: 16x16 threads per block, 8x8 results
// per thread, tiles of 32 values of k in shared memory.
#include <stdio.h>
#include <stdlib.h>

#define N 4096
#define BLOCK 16
#define JAM 8
#define TILE 32

static float A[N][N], B[N][N], C[N][N];

static void fill(float *a, unsigned seed)
{
    for (int i = 0; i < N * N; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (float)(seed >> 8) / (1 << 24) - 0.5f;
    }
}

static void multiply(void)
{
    int i, j, k, kk;

#pragma hicuda global alloc A[*][*] copyin
#pragma hicuda global alloc B[*][*] copyin
#pragma hicuda global alloc C[*][*]
#pragma hicuda kernel matmul_jam tblock(N/BLOCK/JAM, N/BLOCK/JAM) thread(BLOCK, BLOCK)
#pragma hicuda loop_partition over_tblock over_thread jam(JAM)
    for (i = 0; i < N; ++i) {
#pragma hicuda loop_partition over_tblock over_thread jam(JAM)
        for (j = 0; j < N; ++j) {
            float sum = 0;
            for (kk = 0; kk < N; kk += TILE) {
#pragma hicuda shared alloc A[i][kk:kk+TILE-1] copyin
#pragma hicuda shared alloc B[kk:kk+TILE-1][j] copyin
#pragma hicuda barrier
                for (k = 0; k < TILE; ++k)
                    sum += A[i][kk + k] * B[kk + k][j];
#pragma hicuda barrier
#pragma hicuda shared remove A B
            }
            C[i][j] = sum;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout C[*][*]
#pragma hicuda global free A B C
}

int main(void)
{
    fill(&A[0][0], 1);
    fill(&B[0][0], 2);
    multiply();
    for (int at = 0; at < N; at += 97)
        printf("%.3f\n", C[at][(at * 31) % N]);
    return 0;
}
