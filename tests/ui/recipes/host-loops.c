//@ emit: cuda cpu
//@ run: cpu
// Recipes on loops of the host: only the loops' text changes.
#include <stdio.h>

#define N 10
#define M 7

static int a[N][M], b[M][N], c[N][M], d[N], e[N], f[N];

static int sum(const int *x, int n)
{
    int s = 0;   // the rest of the text stays as it is
#pragma hicuda unroll(4)
    for (int i = 0; i < n; i++)
        s = s * 3 + x[i];
    return s;
}

static int backwards(const int *x, int n)
{
    int s = 0, i;
#pragma hicuda unroll(3)
    for (i = n - 1; i >= 0; i -= 2) {
        int t = x[i];
        s = s * 5 + t;
    }
    return s * 100 + i;
}

int main(void)
{
    int i, j;
#pragma hicuda tile(4, 3)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            a[i][j] = i * 10 + j;

#pragma hicuda permute(j, i)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            b[j][i] = a[i][j] * 2;

#pragma hicuda collapse(2)
    for (i = N - 1; i > 0; i -= 3)
        for (j = 1; j <= M - 1; j += 2)
            c[i][j] = a[i][j] + b[j][i];

#pragma hicuda fuse
    for (i = 0; i < N; i++)
        d[i] = a[i][1];
    for (int k = 0; k < N; k++)
        e[k] = d[k] + k;

#pragma hicuda fission
    for (i = 1; i < N; i++) {
        d[i] = d[i - 1] + e[i];
        f[i] = e[i] * 2;
    }

#pragma hicuda unroll(full)
    for (i = 0; i < 3; i++)
        f[i] += i;

    unsigned check = 0;
    for (i = 0; i < N; i++) {
        check = check * 31u + (unsigned)(d[i] + e[i] * 7 + f[i]);
        for (j = 0; j < M; j++)
            check = check * 31u + (unsigned)(a[i][j] + b[j][i] * 3 + c[i][j] * 5);
    }
    printf("%u\n", check);
    for (int n = 0; n <= N; n++)
        printf("%d %d\n", sum(e, n), backwards(e, n));
#pragma hicuda global alloc d[*] copyin
#pragma hicuda kernel twice tblock(1) thread(N)
#pragma hicuda loop_partition over_thread
    for (i = 0; i < N; i++)
        d[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda global copyout d[*]
#pragma hicuda global free d
    printf("%d\n", d[N - 1]);
    return 0;
}
