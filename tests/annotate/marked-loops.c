// annotate:
// Kernels are marked, by name and by loop; how they run and what moves is left open.
#include <stdio.h>

#define N 96

float a[N][N], b[N][N], c[N][N];

static void product(void)
{
#pragma hicuda kernel tiles
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
#pragma hicuda kernel_end
}

static float total(void)
{
    float sum = 0;
#pragma hicuda kernel adding
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += c[i][j];
#pragma hicuda kernel_end
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i + j) % 5;
            b[i][j] = (i * j) % 3;
        }
    product();
    printf("%.0f\n", total());
    return 0;
}
