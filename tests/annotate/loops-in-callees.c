// annotate: --force
// Loops whose bodies are calls of functions with loops: `smooth` has a step follow from the one before, `mean` is
// of one row alone.
#include <stdio.h>

#define N 40

static double u[N][N], v[N][N], means[N];

static void smooth(void) {
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            u[i][j] = v[i][j];
}

static double mean(const double *row, int count) {
    double sum = 0;
    for (int j = 0; j < count; j++)
        sum += row[j];
    return sum / count;
}

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[i][j] = (i * 5 + j * 3) % 7;
    for (int step = 0; step < 4; step++)
        smooth();
    for (int i = 0; i < N; i++)
        means[i] = mean(u[i], N);
    printf("%.10g %.10g\n", means[3], means[N / 2]);
    return 0;
}
