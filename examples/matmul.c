// Matrix product, after figure 4 of the hiCUDA paper: 16x16 threads per block,
// tiles of A and B in shared memory, 32 values of k at a time.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define HEIGHT 256
#define DEPTH 512
#define WIDTH 128
#define BLOCK 16
#define TILE 32

static float A[HEIGHT][DEPTH], B[DEPTH][WIDTH], C[HEIGHT][WIDTH];

static void fill(float *a, int n, unsigned seed)
{
    for (int i = 0; i < n; i++) {
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

#pragma hicuda kernel matrixMul tblock(HEIGHT/BLOCK, WIDTH/BLOCK) thread(BLOCK, BLOCK)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < HEIGHT; ++i) {
#pragma hicuda loop_partition over_tblock over_thread
        for (j = 0; j < WIDTH; ++j) {
            float sum = 0;
            for (kk = 0; kk < DEPTH; kk += TILE) {
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
    fill(&A[0][0], HEIGHT * DEPTH, 1);
    fill(&B[0][0], DEPTH * WIDTH, 2);
    multiply();

    double worst = 0;
    for (int i = 0; i < HEIGHT; i++)
        for (int j = 0; j < WIDTH; j++) {
            double sum = 0;
            for (int k = 0; k < DEPTH; k++)
                sum += (double)A[i][k] * B[k][j];
            worst = fmax(worst, fabs(sum - C[i][j]));
        }
    printf("matmul %dx%dx%d: %s\n", HEIGHT, DEPTH, WIDTH, worst < 1e-4 ? "PASSED" : "FAILED");
    return worst < 1e-4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
