//@ run: cpu sim
//@ emit: cuda
// Iterations that read what later ones overwrite, at once: a copy of the array as it was serves them. Shifts in both
// directions of counting, rows and columns, a subscript through another array, a time loop, and reads of what the
// iteration has just written, which stay with the array.
#include <stdio.h>
#include <stdlib.h>

#define N 100

static float grid[N][N];

static void shift(int n, float *a, const float *b)
{
#pragma hicuda global alloc a[0:n-1] copyin
#pragma hicuda global alloc b[0:n-1] copyin
    for (int step = 0; step < 3; step++) {
#pragma hicuda kernel forwards tblock(4) thread(32)
#pragma hicuda snapshot(a)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < n - 1; i++)
            a[i] = (a[i] + a[i + 1]) / 2 + b[i];
#pragma hicuda kernel_end
#pragma hicuda kernel backwards tblock(4) thread(32)
#pragma hicuda snapshot(a)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = n - 1; i > 1; i--) {
            a[i] = a[i - 2] - b[i];
            if (a[i] < 0)
                a[i] = -a[i];
        }
#pragma hicuda kernel_end
    }
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global free a b
}

static void move_up(int by)
{
#pragma hicuda global alloc grid[2:N-1][*] copyin
#pragma hicuda kernel moved tblock(5, 5) thread(4, 8)
#pragma hicuda snapshot(grid)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 2; i < N - 1; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < N - 1; j++)
            grid[i][j] = grid[i + 1][j] + by * grid[i][j + 1];
#pragma hicuda kernel_end
#pragma hicuda global copyout grid[2:N-1][*]
#pragma hicuda global free grid
}

int main(void)
{
    int n = 1000;
    float *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++) {
        a[i] = i % 37;
        b[i] = i % 5;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            grid[i][j] = (i * 7 + j) % 13;
    shift(n, a, b);
    move_up(2);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * (i % 11);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += grid[i][j] * (i + j % 3);
    printf("%.2f\n", sum);
    free(a);
    free(b);
    return 0;
}
