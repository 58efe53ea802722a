//@ run: cpu
//@ emit: cuda
// `stage` stays with the loop that it was written above: `permute` has moved that inside.
#include <stdio.h>

#define N 90

static int a[N][N], b[N][N], c[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 5 + j) % 7 - 3;
            b[i][j] = (i + j * 3) % 5 - 2;
            c[i][j] = i - j;
        }
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*] copyin
#pragma hicuda kernel multiply thread(8, 8)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < N; i++) {
#pragma hicuda loop_partition over_tblock over_thread jam(4)
        for (int j = 0; j < N; j++)
            c[i][j] *= 3;
#pragma hicuda permute(j, k)
#pragma hicuda stage(16: a, b)
        for (int k = 0; k < N; k++)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
            for (int j = 0; j < N; j++)
                c[i][j] += a[i][k] * b[k][j];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*][*]
#pragma hicuda global free a b c
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 31 + (unsigned)c[i][j];
    printf("%u\n", sum);
    return 0;
}
