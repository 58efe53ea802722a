// The device's copy keeps rows where they were: rows of the host that change places are read and written by that.
#include <stdio.h>
#include <stdlib.h>
#define N 8

static void swap(double **x, double **y) { double *t = *x; *x = *y; *y = t; }

int main(void) {
    double **rows = malloc(N * sizeof *rows);
    for (int i = 0; i < N; i++) {
        rows[i] = malloc(16 * sizeof(double));
        for (int j = 0; j < 16; j++) rows[i][j] = i * 100 + j;
    }
    swap(&rows[0], &rows[1]);
#pragma hicuda shape rows[N][16]
#pragma hicuda global alloc rows[*][*] copyin
    swap(&rows[1], &rows[2]);
#pragma hicuda kernel k tblock(8) thread(16)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < N; i++) {
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 16; j++) rows[i][j] += i; //~ W1046 the kernel may read an old `rows`
    }
#pragma hicuda kernel_end
    for (int i = 0; i < N / 2; i++) {
        double *t = rows[i]; //~v E0640 the host reads `rows`
        rows[i] = rows[N - 1 - i];
        rows[N - 1 - i] = t;
    }
#pragma hicuda global copyout rows[*][*] //~ W1153 this may overwrite newer values of `rows`
#pragma hicuda global free rows
    swap(&rows[3], &rows[4]);
    printf("%g\n", rows[3][5]);
    return 0;
}
