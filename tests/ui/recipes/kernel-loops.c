//@ emit: cuda cpu
//@ run: cpu
// Recipes inside a kernel, beside partitioned loops and shared memory.
#include <stdio.h>

#define N 64
#define TILE 8

int a[N][N], b[N][N], c[N][N], d[N], e[N];

int main(void)
{
    int i, j, k;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 - 5;
            b[i][j] = (i * 5 + j * 2) % 13 - 6;
        }
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*]
#pragma hicuda global alloc d[*]
#pragma hicuda global alloc e[*] clear
#pragma hicuda kernel multiply tblock(N/16, N/16) thread(16, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (j = 0; j < N; j++) {
            int total = 0;
#pragma hicuda unroll(4)
            for (k = 0; k < N; k++)
                total += a[i][k] * b[k][j];
            c[i][j] = total;
        }
#pragma hicuda kernel_end
#pragma hicuda kernel rows tblock(N/16) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < N; i++) {
        int low = 0, high = 0;
#pragma hicuda tile(TILE)
        for (k = 0; k < N; k++)
            low += a[i][k] * k;
#pragma hicuda unroll(full)
        for (k = 0; k < 4; k++)
            high += a[i][k * 16];
        d[i] = low - high;
    }
#pragma hicuda kernel_end
    // A directive above an inner loop goes where the loop goes.
#pragma hicuda kernel columns tblock(N/16) thread(16)
#pragma hicuda permute(j, i)
    for (i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (j = 0; j < N; j++)
            e[j] += a[i][j] * i;
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*][*]
#pragma hicuda global copyout d[*]
#pragma hicuda global copyout e[*]
#pragma hicuda global free a b c d e
    unsigned check = 0;
    for (i = 0; i < N; i++) {
        check = check * 31u + (unsigned)(d[i] + e[i]);
        for (j = 0; j < N; j++)
            check = check * 31u + (unsigned)c[i][j];
    }
    printf("%u\n", check);
    return 0;
}
