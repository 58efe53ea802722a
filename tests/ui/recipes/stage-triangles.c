//@ run: cpu sim
//@ emit: cuda
// Two parts of one array in shared memory, and triangles whose blocks have barriers: threads outside a triangle go along,
// and blocks outside it do nothing.
#include <stdio.h>

#define N 75
#define M 50

static int a[N][M], lower[N][N], upper[N][N], above[N][N], b[M][N];

static unsigned check(int c[N][N])
{
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 31 + c[i][j];
    return sum;
}

static void products(int n, int m)
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc lower[*][*] copyin
#pragma hicuda global alloc upper[*][*] copyin
#pragma hicuda global alloc above[*][*] copyin
// Rows of `a` with rows of `a`, as far as the diagonal.
#pragma hicuda kernel below_diagonal thread(8, 8)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < n; i++) {
#pragma hicuda loop_partition over_tblock over_thread jam(4)
        for (int j = 0; j <= i; j++)
            lower[i][j] *= 3;
#pragma hicuda permute(j, k)
#pragma hicuda stage(16: a)
        for (int k = 0; k < m; k++)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
            for (int j = 0; j <= i; j++)
                lower[i][j] += a[i][k] * a[j][k];
    }
#pragma hicuda kernel_end
// Columns with columns, from the diagonal on, and both halves are stored.
#pragma hicuda kernel from_diagonal thread(8, 8)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < n; i++)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
        for (int j = i; j < n; j++) {
            upper[i][j] = 0;
#pragma hicuda stage(16: b)
            for (int k = 0; k < m; k++)
                upper[i][j] += b[k][i] * b[k][j];
            upper[j][i] = upper[i][j];
        }
#pragma hicuda kernel_end
// Without the diagonal, a sum in a variable, a thread for each result.
#pragma hicuda kernel above_diagonal thread(8, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n - 1; i++) {
        above[i][i] = 1;
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = i + 1; j < n; j++) {
            int sum = above[i][j];
#pragma hicuda stage(16: a, b)
            for (int k = 0; k < m; k++)
                sum += a[i][k] * b[k][j];
            above[i][j] = sum;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout lower[*][*]
#pragma hicuda global copyout upper[*][*]
#pragma hicuda global copyout above[*][*]
#pragma hicuda global free a b lower upper above
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < M; k++) {
            a[i][k] = (i * 5 + k) % 7 - 3;
            b[k][i] = (i + k * 3) % 5 - 2;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            lower[i][j] = upper[i][j] = above[i][j] = i - 2 * j;
    products(70, 41);
    printf("%u %u %u\n", check(lower), check(upper), check(above));
    return 0;
}
