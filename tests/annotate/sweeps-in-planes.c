// annotate: --force
// A triangular sweep over a grid: each point needs those above and beside it, and works in a matrix of its own. One block runs the planes,
// and everything stays on the device between the two sweeps.
#include <stdio.h>

enum { N = 40 };

static double v[N][N][3], d[N][N][3][3], low[N][N][3], high[N][N][3];

static void matrices(int step)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int r = 0; r < 3; r++) {
                low[i][j][r] = 0.01 * ((i + 2 * j + r + step) % 5);
                high[i][j][r] = 0.01 * ((2 * i + j + r + step) % 7);
                for (int c = 0; c < 3; c++)
                    d[i][j][r][c] = (r == c ? 4 : 0.25) + 0.125 * ((i + j + r * c) % 3);
            }
}

static void lower(int first, int last)
{
    int i, j, r;
    double own[3][3], share;
    for (i = first; i <= last; i++) {
        for (j = first; j <= last; j++) {
            for (r = 0; r < 3; r++)
                v[i][j][r] = v[i][j][r] - 1.2 * (low[i][j][r] * v[i][j - 1][r] + high[i][j][r] * v[i - 1][j][r]);
            for (r = 0; r < 3; r++) {
                own[r][0] = d[i][j][r][0];
                own[r][1] = d[i][j][r][1];
                own[r][2] = d[i][j][r][2];
            }
            share = own[1][0] / own[0][0];
            own[1][1] = own[1][1] - share * own[0][1];
            v[i][j][1] = v[i][j][1] - share * v[i][j][0];
            share = own[2][1] / own[1][1];
            v[i][j][2] = (v[i][j][2] - share * v[i][j][1]) / own[2][2];
        }
    }
}

static void upper(int first, int last)
{
    for (int i = last; i >= first; i--)
        for (int j = last; j >= first; j--)
            for (int r = 0; r < 3; r++)
                v[i][j][r] -= high[i][j][r] * v[i + 1][j][r] + low[i][j][r] * v[i][j + 1][r];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int r = 0; r < 3; r++)
                v[i][j][r] = (i * 7 + j * 5 + r) % 11;
    for (int step = 0; step < 5; step++) {
        matrices(step);
        lower(1, N - 2);
        upper(1, N - 2);
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += v[i][j][0] + v[i][j][1] + v[i][j][2];
    printf("%.6f\n", sum);
    return 0;
}
