//@ run: cpu sim
//@ emit: cuda
// Nests that are neither perfect nor rectangular, in the order of the times that `schedule` gives their statements:
// which loop the host runs, and what threads do in each of its rounds.
#include <math.h>
#include <stdio.h>

#define N 37
#define M 29

static double a[N][N], b[M][N], c[M][N], s[M][M], x[N], y[N];
static int t[N][N];

// Right-looking: the column is divided, then what is right of it and below follows.
static void lu(int n, double a[N][N])
{
    int i, j, k;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda schedule((k, 1, [i], [j]), (j, 0, [i]), (k, 1, [i], [j]))
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++) {
#pragma hicuda kernel lu_update
            for (k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
#pragma hicuda kernel_end
#pragma hicuda kernel lu_divide
            a[i][j] /= a[j][j];
#pragma hicuda kernel_end
        }
        for (j = i; j < n; j++)
            for (k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
}

// The diagonal is a column of the update: its last time is `i` again.
static void cholesky(int n, double a[N][N])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda schedule((k, 2, [i], [j]), (j, 1, [i]), (k, 2, [i], [i]), (i, 0))
    for (int i = 0; i < n; i++) {
#pragma hicuda loop_partition over_tblock over_thread jam(2)
        for (int j = 0; j < i; j++) {
#pragma hicuda kernel cholesky_update
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
#pragma hicuda kernel_end
#pragma hicuda kernel cholesky_divide
            a[i][j] /= a[j][j];
#pragma hicuda kernel_end
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k];
#pragma hicuda kernel cholesky_root tblock(1) thread(1)
        a[i][i] = sqrt(a[i][i]);
#pragma hicuda kernel_end
    }
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
}

// Two kernels out of one nest: the rows above wait until their own values are there.
static void symm(int m, int n, double alpha, double c[M][N], double a[M][M], double b[M][N])
{
    double sum;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*] copyin
#pragma hicuda schedule((0, [i], [j], 0), (1, [k], [j], i), (0, [i], [j], 1, k), (0, [i], [j], 2))
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
#pragma hicuda kernel symm_rows
            sum = 0;
#pragma hicuda kernel_end
            for (int k = 0; k < i; k++) {
#pragma hicuda kernel symm_rows_above
                c[k][j] += alpha * b[i][j] * a[i][k];
#pragma hicuda kernel_end
                sum += b[k][j] * a[i][k];
            }
            c[i][j] = 0.5 * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * sum;
        }
#pragma hicuda global copyout c[*][*]
#pragma hicuda global free a b c
}

// A loop that counts down, and one kernel in each of its rounds.
static void back(int n, double a[N][N], double x[N])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda schedule((-j, 1, [i]), (-i, 0))
    for (int i = n - 1; i >= 0; i--) {
        for (int j = n - 1; j > i; j--) {
#pragma hicuda kernel back_others
            x[i] -= a[i][j] * x[j];
#pragma hicuda kernel_end
        }
#pragma hicuda kernel back_own tblock(1) thread(1)
        x[i] /= a[i][i];
#pragma hicuda kernel_end
    }
#pragma hicuda global copyout x[*]
#pragma hicuda global free a x
}

// Loops of the host: skewed, and one after the other.
static void host(int n)
{
#pragma hicuda schedule((i + j, i))
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            t[i][j] += t[i - 1][j] - 2 * t[i][j - 1];
#pragma hicuda schedule((1, i), (0, i))
    for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = 3 - i;
    }
}

// In a kernel the loops change places like others.
static void columns(int n, double a[N][N], double y[N])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc y[*] copyin
#pragma hicuda kernel column_sums
#pragma hicuda schedule(([j], i))
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            y[j] += a[i][j];
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free a y
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i == j ? 2 * N : 1.0 / (i + j + 1);
            t[i][j] = (i * 7 + j * 3) % 11;
        }
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < N; j++) {
            b[i][j] = i - 0.5 * j;
            c[i][j] = i * 0.25 + j;
        }
        for (int j = 0; j < M; j++)
            s[i][j] = (i + 2 * j) % 5;
    }
}

static void print(const char *what, int rows, double of[][N])
{
    double sum = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < N; j++)
            sum += of[i][j] * (i + 2 * j + 1);
    printf("%s %.6f\n", what, sum);
}

int main(void)
{
    fill();
    lu(N, a);
    print("lu", N, a);
    fill();
    cholesky(N, a);
    print("cholesky", N, a);
    symm(M, N, 1.5, c, s, b);
    print("symm", M, c);
    host(N);
    int sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 3 + t[i][j];
    printf("host %d %g %g\n", sum & 0xffff, x[N - 1], y[N - 1]);
    fill();
    back(N, a, x);
    columns(N, a, y);
    double check = 0;
    for (int i = 0; i < N; i++)
        check += x[i] * (i + 1) + y[i];
    printf("back, columns %.6f\n", check);
    return 0;
}
