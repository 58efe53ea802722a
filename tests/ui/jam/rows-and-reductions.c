//@ emit: cuda cpu
//@ run: cpu
// Several rows at once for each group of threads, and sums over jammed loops.
#include <stdio.h>

#define N 70
#define M 100

float a[N][M], x[M], y[N], z[N], most[N];
int hist[8];

int main(void)
{
    float total = 0.5f;
    int count = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 7 + j * 3) % 11 - 5;
    for (int j = 0; j < M; j++)
        x[j] = j % 5 - 2;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*]
#pragma hicuda global alloc z[*]
#pragma hicuda global alloc most[*]
#pragma hicuda global alloc hist[*] clear
#pragma hicuda kernel rows tblock(3) thread(4, 32)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < N; i++) {
        float sum = 0, largest = a[i][0];
#pragma hicuda loop_partition over_thread reduction(+: sum) reduction(max: largest)
        for (int j = 0; j < M; j++) {
            sum += a[i][j] * x[j];
            if (a[i][j] > largest)
                largest = a[i][j];
        }
        y[i] = sum;
        most[i] = largest;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel by_grid tblock(3) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(3) reduction(+: total, count, hist[*])
    for (int i = 0; i < N; i++) {
        total += a[i][i] * 0.5f;
        count++;
        hist[i % 8] += i;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel within_blocks tblock(N) thread(8)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < N; i++) {
        float sum = 1;
#pragma hicuda loop_partition over_thread jam(4) reduction(+: sum)
        for (int j = 0; j < M; j++)
            sum += a[i][j];
        z[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global copyout z[*]
#pragma hicuda global copyout most[*]
#pragma hicuda global copyout hist[*]
#pragma hicuda global free a x y z most hist
    printf("%g %d\n", total, count);
    for (int i = 0; i < N; i += 3)
        printf("%g %g %g %d\n", y[i], z[i], most[i], hist[i % 8]);
    return 0;
}
