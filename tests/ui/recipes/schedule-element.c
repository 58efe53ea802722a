//@ run: cpu sim
//@ emit: cuda
// L U with the sum in a scalar, declared before the nest or in it: the scalar is the element, and what only moves it has no time.
#include <stdio.h>

#define N 24

static float a[N][N], b[N][N];

static void by_outer(int n)
{
    float w;

#pragma hicuda schedule((k, 1, [i], [j]), (j, 0, [i]), (k, 1, [i], [j]))
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            w = a[i][j];
#pragma hicuda kernel outer_update
            for (int k = 0; k < j; k++)
                w -= a[i][k] * a[k][j];
#pragma hicuda kernel_end
#pragma hicuda kernel outer_column
            a[i][j] = w / a[j][j];
#pragma hicuda kernel_end
        }
        for (int j = i; j < n; j++) {
            w = a[i][j];
            for (int k = 0; k < i; k++)
                w -= a[i][k] * a[k][j];
            a[i][j] = w;
        }
    }
    w = 1;
    printf("%g\n", w);
}

static void by_inner(int n)
{
#pragma hicuda schedule((k, 1, [i], [j]), (j, 0, [i]), (k, 1, [i], [j]))
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            float w = b[i][j];
#pragma hicuda kernel inner_update
            for (int k = 0; k < j; k++)
                w -= b[i][k] * b[k][j];
#pragma hicuda kernel_end
#pragma hicuda kernel inner_column
            b[i][j] = w / b[j][j];
#pragma hicuda kernel_end
        }
        for (int j = i; j < n; j++) {
            float w = b[i][j];
            for (int k = 0; k < i; k++)
                w -= b[i][k] * b[k][j];
            b[i][j] = w;
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[j][i] = (i * 5 + j * 3) % 11 + (i == j ? 40 : 0);
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
    by_outer(N);
    by_inner(N);
#pragma hicuda global copyout a[*][*]
#pragma hicuda global copyout b[*][*]
#pragma hicuda global free a b
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += a[i][j] * (i + 2 * j) + b[i][j] * (2 * i - j);
    printf("%.3f\n", sum);
    return 0;
}
