//@ emit: cuda
//@ run: cpu h200
// Neighbouring threads have neighbouring columns, and those of a column add it up together:
// the outer loop takes the faster entry of `thread`.
#include <stdio.h>

#define N 100
#define M 70

static int a[N][M], y[M];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 7 + j * 3) % 11;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc y[*]
#pragma hicuda kernel columns tblock(3) thread(8, 32)
#pragma hicuda loop_partition over_tblock over_thread(2)
    for (int j = 0; j < M; j++) {
        int sum = 0;
#pragma hicuda loop_partition over_thread(1) reduction(+: sum)
        for (int i = 0; i < N; i++)
            sum += a[i][j];
        y[j] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free a y
    for (int j = 0; j < M; j += 9)
        printf("%d ", y[j]);
    printf("\n");
    return 0;
}
