//@ emit: cuda cpu
//@ run: cpu sim
// Sizes that are members of structs: kernels that compute with them get their values, since a struct of the host is nowhere
// on the device. A table of rows, and a part of a matrix.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n, m;
    float **rows, *cells;
} Grid;

int main(void) {
    Grid *g = malloc(sizeof(Grid));
    g->n = 18;
    g->m = 23;
    g->rows = malloc((g->n + 1) * sizeof(float *));
    g->cells = malloc(g->n * g->m * sizeof(float));
    for (int i = 0; i <= g->n; i++) {
        g->rows[i] = malloc((g->m + 1) * sizeof(float));
        for (int j = 0; j <= g->m; j++)
            g->rows[i][j] = i % 5 + j;
    }
    for (int i = 0; i < g->n * g->m; i++)
        g->cells[i] = i % 7;
    double sum = 0, inner = 0;
#pragma hicuda shape g->rows[g->n+1][g->m+1]
#pragma hicuda global alloc g->rows[*][*] copyin
#pragma hicuda kernel all tblock(3, 2) thread(4, 8)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: sum)
    for (int i = 0; i <= g->n; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j <= g->m; j++)
            sum += g->rows[i][j] * (i % 7 + j);
#pragma hicuda kernel_end
#pragma hicuda global free g->rows
#pragma hicuda shape g->cells[g->n][g->m]
#pragma hicuda global alloc g->cells[1:g->n-2][1:g->m-2] copyin
#pragma hicuda kernel part tblock(3, 2) thread(4, 8)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: inner)
    for (int i = 1; i < g->n - 1; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j < g->m - 1; j++)
            inner += g->cells[i * g->m + j] * (i % 7 + j);
#pragma hicuda kernel_end
#pragma hicuda global free g->cells
    printf("%g %g\n", sum, inner);
    return 0;
}
