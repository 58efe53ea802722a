// annotate: --force
// Nests in which every loop depends on itself run plane by plane.
#include <stdio.h>

#define N 48

static double grid[N][N];
static int table[N][N];

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void relax(int steps)
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                grid[i][j] = (grid[i - 1][j] + grid[i][j - 1] + grid[i][j] + grid[i][j + 1] + grid[i + 1][j]) / 5.0;
}

static void fold(void)
{
    for (int i = N - 1; i >= 0; i--)
        for (int j = i + 1; j < N; j++) {
            int best = larger(table[i][j], table[i][j - 1]);
            for (int k = i + 1; k < j; k++)
                best = larger(best, table[i][k] + table[k + 1][j]);
            table[i][j] = best;
        }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            grid[i][j] = (i * 7 + j * 3) % 11;
            table[i][j] = i < j && (i * 31 + j * 17) % 5 == 0;
        }
    relax(3);
    fold();
    printf("%.17g %d\n", grid[N / 2][N / 3], table[0][N - 1]);
    return 0;
}
