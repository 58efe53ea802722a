//@ emit: cuda
//@ run: cpu
// Eight rows in a thread: the tile of the left matrix is stored column by
// column. The matrix is no multiple of the tile.
#include <stdio.h>

#define TILE 8
#define MOST 50

int a[MOST][MOST], b[MOST][MOST], c[MOST][MOST];

void multiply(int n)
{
    int i, j, k, kk;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*] copyin
#pragma hicuda kernel tiles tblock((n + 15) / 16, (n + 15) / 16) thread(4, 4)
#pragma hicuda loop_partition over_tblock over_thread jam(8)
    for (i = 0; i < n; i++)
#pragma hicuda loop_partition over_tblock over_thread jam(8)
        for (j = 0; j < n; j++) {
            int sum = 0;
            for (kk = 0; kk < n; kk += TILE) {
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
}

int main(void)
{
    for (int i = 0; i < 48; i++)
        for (int j = 0; j < 48; j++) {
            a[i][j] = i < 37 && j < 37 ? (i * 7 + j * 3) % 11 - 5 : 0;
            b[i][j] = i < 37 && j < 37 ? (i * 5 + j * 2) % 13 - 6 : 0;
        }
    for (int n = 5; n <= 37; n += 32) {
        multiply(n);
        unsigned check = 0;
        for (int i = 0; i < MOST; i++)
            for (int j = 0; j < MOST; j++)
                check = check * 31u + (unsigned)c[i][j];
        printf("%d %u\n", n, check);
    }
    return 0;
}
