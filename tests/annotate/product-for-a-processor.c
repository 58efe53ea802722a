// annotate: --force --gpu processor
// A processor's caches hold what a GPU copies into shared memory: tiles in registers alone, and a thread for each row.
#include <stdio.h>

#define N 96

static float a[N][N], b[N][N], c[N][N], sums[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * j) % 7;
            b[i][j] = (i + j) % 5;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float s = 0;
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
    for (int i = 0; i < N; i++) {
        float s = 0;
        for (int j = 0; j < N; j++)
            s += c[i][j];
        sums[i] = s;
    }
    printf("%g %g\n", sums[3], sums[N - 1]);
    return 0;
}
