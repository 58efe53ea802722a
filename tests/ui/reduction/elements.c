//@ emit: cuda
//@ run: cpu
// Sums that the program keeps in memory: threads add up an element together.
#include <stdio.h>

#define N 50
#define M 90

static int a[N][M], x[N], y[M];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 7 + j * 3) % 11;
    for (int j = 0; j < M; j++)
        y[j] = j % 5;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc x[*]
#pragma hicuda global alloc y[*] copyin
#pragma hicuda kernel rows tblock(13) thread(4, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        x[i] = i;
#pragma hicuda loop_partition over_thread reduction(+: x[i])
        for (int j = 0; j < M; j++)
            x[i] = x[i] + a[i][j] * y[j];
    }
#pragma hicuda kernel_end
#pragma hicuda kernel columns tblock(6) thread(8, 16)
#pragma hicuda loop_partition over_tblock over_thread(2)
    for (int j = 0; j < M; j++)
#pragma hicuda loop_partition over_thread(1) reduction(max: y[j])
        for (int i = 0; i < N; i++)
            if (a[i][j] > y[j])
                y[j] = a[i][j];
#pragma hicuda kernel_end
#pragma hicuda global copyout x[*]
#pragma hicuda global copyout y[*]
#pragma hicuda global free a x y
    for (int j = 0; j < N; j += 7)
        printf("%d %d ", x[j], y[j]);
    printf("\n");
    return 0;
}
