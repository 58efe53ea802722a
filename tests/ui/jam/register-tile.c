//@ emit: cuda cpu
//@ run: cpu h200
// Eight by eight results per thread: the product of two matrices, with a tile
// of each in shared memory and the sums in registers.
#include <stdio.h>

#define N 128
#define TILE 16

int a[N][N], b[N][N], c[N][N];

int main(void)
{
    int i, j, k, kk;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 - 5;
            b[i][j] = (i * 5 + j * 2) % 13 - 6;
        }
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*]
#pragma hicuda kernel multiply tblock(N/64, N/64) thread(8, 8)
#pragma hicuda loop_partition over_tblock over_thread jam(8)
    for (i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread jam(8)
        for (j = 0; j < N; j++) {
            int sum = 0;
            for (kk = 0; kk < N; kk += TILE) {
#pragma hicuda shared alloc a[i][kk:kk+TILE-1] copyin
#pragma hicuda shared alloc b[kk:kk+TILE-1][j] copyin
#pragma hicuda barrier
                for (k = 0; k < TILE; k++)
                    sum += a[i][kk + k] * b[kk + k][j];
#pragma hicuda barrier
#pragma hicuda shared remove a b
            }
            c[i][j] = sum;
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*][*]
#pragma hicuda global free a b c
    unsigned check = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            check = check * 31u + (unsigned)c[i][j];
    printf("%d %d %u\n", c[0][0], c[77][51], check);
    return 0;
}
