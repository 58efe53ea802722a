// annotate: --no-comments
// The lines of a grid, one after the other: gathered, filtered in an order that cannot be changed, and put back.
// Gathering and putting back could be kernels, but the host works on `line` between them each time.
#include <stdio.h>

#define N 96

static double grid[N][N], line[N];

static void filter(double *values) {
    for (int k = 1; k < N; k++)
        values[k] = 0.5 * values[k] + 0.25 * values[k - 1];
}

static void filter_all(void) {
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < N; k++)
            line[k] = grid[k][i];
        filter(line);
        for (int k = 0; k < N; k++)
            grid[k][i] = line[k];
    }
}

int main(void) {
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            grid[i][k] = (i * 7 + k * 3) % 11;
    for (int round = 0; round < 20; round++)
        filter_all();
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            sum += grid[i][k] * (i + k);
    printf("%.10g\n", sum);
    return 0;
}
