//@ emit: cuda cpu
//@ run: cpu
// Functions that get a row, a part of an array, or all of it.
#include <stdio.h>

#define N 8
#define M 24

float a[N][M], sums[N];

static float sum_of(const float *row, int count)
{
    float sum = 0;
    for (int k = 0; k < count; k++)
        sum += row[k];
    return sum;
}

static void scale(float *row, int count, float by)
{
    int k = 0;
    while (k < count)
        row[k++] *= by;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (float)(i + j % 5) / 4;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc sums[*]
#pragma hicuda kernel normalise tblock(2) thread(4)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = 0; i < N; i++) {
        sums[i] = sum_of(a[i], M);
        scale(&a[i][0], M / 2, 2.0f);
        scale(a[i] + M / 2, M / 2, sums[i]);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global copyout sums[*]
#pragma hicuda global free a sums
    float total = 0;
    for (int i = 0; i < N; i++)
        total += sum_of(a[i], M) + sums[i];
    printf("%g %g %g\n", total, a[7][23], sums[3]);
    return 0;
}
