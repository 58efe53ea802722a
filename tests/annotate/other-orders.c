// annotate:
// No loop of these nests is parallel as it stands, or too few iterations are; in another order of their statements many are.
#include <math.h>
#include <stdio.h>

#define N 256

static double a[N][N], b[N][N], c[N][N];

static void lu(int n, double a[N][N])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

static void cholesky(int n, double a[N][N])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k];
        a[i][i] = sqrt(a[i][i]);
    }
}

static void symmetric(int n, double c[N][N], double a[N][N], double b[N][N])
{
    double sum;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            sum = 0;
            for (int k = 0; k < i; k++) {
                c[k][j] += b[i][j] * a[i][k];
                sum += b[k][j] * a[i][k];
            }
            c[i][j] = 2 * c[i][j] + b[i][j] * a[i][i] + sum;
        }
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i == j ? 2 * N : 1.0 / (i + j + 1);
            b[i][j] = i - 0.5 * j;
        }
}

static double check(double of[N][N])
{
    double sum = 0;
    for (int i = 0; i < N; i += 7)
        for (int j = 0; j < N; j++)
            sum += of[i][j] * (i + 2 * j + 1);
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc * 40; // not known before it runs
    fill();
    lu(n, a);
    printf("lu %.4f\n", check(a));
    fill();
    cholesky(n, a);
    printf("cholesky %.4f\n", check(a));
    symmetric(n, c, a, b);
    printf("symmetric %.0f\n", check(c));
    (void)argv;
    return 0;
}
