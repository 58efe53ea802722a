// annotate: --force
// Iterations that read what later ones overwrite: with the array as it was they are independent. A read of what an
// earlier one has written is a recurrence still.
#include <stdio.h>
#include <stdlib.h>

static void smooth(int n, int steps, float *a, const float *b)
{
    for (int step = 0; step < steps; step++)
        for (int i = 0; i < n - 1; i++)
            a[i] = 0.5f * (a[i] + a[i + 1]) + b[i];
}

static void move_left(int n, int steps, float *grid)
{
    for (int step = 0; step < steps; step++)
        for (int i = 0; i < n - 1; i++)
            for (int j = 0; j < n - 1; j++)
                grid[i * n + j] = 0.5f * grid[(i + 1) * n + j] + 0.5f * grid[i * n + j + 1];
}

static void prefix(int n, float *a)
{
    for (int i = 1; i < n; i++)
        a[i] = 0.25f * a[i] + 0.5f * a[i - 1];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3000, m = n / 60, steps = 3;
    float *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *grid = malloc((size_t)m * m * sizeof *grid);
    for (int i = 0; i < n; i++) {
        a[i] = i % 37;
        b[i] = i % 5;
    }
    for (int i = 0; i < m * m; i++)
        grid[i] = i % 13;
    smooth(n, steps, a, b);
    move_left(m, steps, grid);
    prefix(n, a);
    printf("%g %g %g %g\n", a[0], a[n / 2], a[n - 1], grid[m + m / 2]);
    free(a);
    free(b);
    free(grid);
    return 0;
}
