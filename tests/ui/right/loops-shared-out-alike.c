//@ run: cpu
//@ emit: cuda
// Loops of one kernel over the same values give an element to the same thread, so that no barrier is
// needed between them: bounds that are not known, several dimensions, a loop around one of them, tiles
// in registers.
#include <stdio.h>
#include <stdlib.h>

#define N 48

static void scaled_product(int n, float beta, const float a[N][N], const float b[N][N], float c[N][N])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*] copyin
#pragma hicuda kernel elements
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < n; j++)
            c[i][j] *= beta;
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
#pragma hicuda permute(j, k)
        for (int k = 0; k < n; k++)
#pragma hicuda loop_partition over_tblock over_thread
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
#pragma hicuda kernel_end
#pragma hicuda kernel rows
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < n; i++) {
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < n; j++)
            c[i][j] *= beta;
        for (int k = 0; k < n; k++)
#pragma hicuda loop_partition over_thread
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
    }
#pragma hicuda kernel_end
#pragma hicuda kernel triangle
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < n; i++) {
#pragma hicuda loop_partition over_thread
        for (int j = 0; j <= i; j++)
            c[i][j] *= beta;
        for (int k = 0; k < n; k++)
#pragma hicuda loop_partition over_thread
            for (int j = 0; j <= i; j++)
                c[i][j] += a[i][k] * a[j][k];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*][*]
#pragma hicuda global free a b c
}

static void tiled(const float a[N][N], const float b[N][N], float c[N][N])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*] copyin
#pragma hicuda kernel tiles tblock(3, 3) thread(4, 4)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
        for (int j = 0; j < N; j++)
            c[i][j] = 0.5f * c[i][j] + j;
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
        for (int j = 0; j < N; j++) {
            float sum = c[i][j];
            for (int k0 = 0; k0 < N; k0 += 8) {
#pragma hicuda shared alloc a[i][k0:k0+7] copyin
#pragma hicuda shared alloc b[k0:k0+7][j] copyin
                for (int k = k0; k < k0 + 8; k++)
                    sum += a[i][k] * b[k][j];
#pragma hicuda shared remove a b
            }
            c[i][j] = sum;
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*][*]
#pragma hicuda global free a b c
}

int main(int argc, char **argv)
{
    static float a[N][N], b[N][N], c[N][N];
    int n = argc > 1 ? atoi(argv[1]) : 40;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (float)(i * j % 5);
            b[i][j] = (float)((i + j) % 7);
            c[i][j] = 1;
        }
    scaled_product(n, 0.5f, a, b, c);
    tiled(a, b, c);
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += c[i][j] * (1 + (i + 3 * j) % 11);
    printf("%.1f\n", sum);
    return 0;
}
