//@ run: cpu
//@ emit: cuda
// Products of plain loops through shared memory: sizes of the run, which no strip divides, and
// linear indices.
#include <stdio.h>
#include <stdlib.h>

#define N 96

static float a[N][N], b[N][N], c[N][N];

static void product(int n, float c[N][N], const float a[N][N], const float b[N][N])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*] copyin
#pragma hicuda kernel tiles tblock((n + 31) / 32, (n + 31) / 32) thread(8, 8)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < n; i++)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
        for (int j = 0; j < n; j++) {
            float sum = 0;
#pragma hicuda stage(16: a, b)
            for (int k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
#pragma hicuda kernel_end
    // A sum that is kept in memory stays in registers while the loop runs.
#pragma hicuda kernel sums thread(8, 8)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < n; i++)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
        for (int j = 0; j < n; j++) {
            c[i][j] *= 0.5f;
#pragma hicuda stage(16: a, b)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*][*]
#pragma hicuda global free a b c
}

static void linear(int n, int m, float *c, const float *a, const float *b)
{
#pragma hicuda shape a[n][m] b[m][n] c[n][n]
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*]
#pragma hicuda kernel rows tblock((n + 31) / 32, (n + 31) / 32) thread(8, 8)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < n; i++)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
        for (int j = 0; j < n; j++) {
            float sum = 0;
#pragma hicuda stage(16: a, b)
            for (int k = 0; k < m; k++)
                sum += a[i * m + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*][*]
#pragma hicuda global free a b c
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 75, m = 53;
    float *x = malloc(n * m * sizeof *x), *y = malloc(n * m * sizeof *y), *z = malloc(n * n * sizeof *z);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (float)(i * j % 5);
            b[i][j] = (float)((i + j) % 7);
        }
    for (int i = 0; i < n * m; i++) {
        x[i] = (float)(i % 11);
        y[i] = (float)(i % 3);
    }
    product(n, c, a, b);
    linear(n, m, z, x, y);
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += c[i][j] * (1 + (i + 3 * j) % 11);
    for (int i = 0; i < n * n; i++)
        sum += z[i] * (1 + i % 13);
    printf("%.1f\n", sum);
    free(x);
    free(y);
    free(z);
    return 0;
}
