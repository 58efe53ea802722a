//@ emit: cpu
//@ run: cpu h200
// Tiles used again and again stay, and the loop over k goes outside the one
// over neighbouring columns, so that it becomes vector code.
#include <stdio.h>
#define N 40
static float a[N][N], b[N][N], c[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i + 2 * j) % 7, b[i][j] = (3 * i + j) % 5;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*]
#pragma hicuda kernel product tblock(3, 3) thread(8, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int kk = 0; kk < N; kk += 20) {
#pragma hicuda shared alloc a[i][kk:kk+19] copyin
#pragma hicuda shared alloc b[kk:kk+19][j] copyin
#pragma hicuda barrier
                for (int k = 0; k < 20; k++)
                    sum += a[i][kk + k] * b[kk + k][j];
#pragma hicuda barrier
#pragma hicuda shared remove a b
            }
            c[i][j] = sum;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*][*]
#pragma hicuda global free a b c
    for (int i = 0; i < N; i += 13)
        for (int j = 0; j < N; j += 7)
            printf("%g\n", c[i][j]);
    return 0;
}
