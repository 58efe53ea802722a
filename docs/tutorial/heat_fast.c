// Heat in a plate that is hot along one edge: the mean temperature after some steps.
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 256
#endif

float now[N][N], next[N][N];

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 10;
    double sum = 0;
    for (int i = 0; i < N; i++)
        now[0][i] = 100;
#pragma hicuda global alloc now[*][*] copyin
#pragma hicuda global alloc next[*][*]
    for (int t = 0; t < steps; t++) {
#pragma hicuda kernel diffuse
#pragma hicuda loop_partition over_tblock over_thread
        for (int y = 1; y < N - 1; y++)
#pragma hicuda loop_partition over_tblock over_thread
            for (int x = 1; x < N - 1; x++)
                next[y][x] = now[y][x] + 0.2f * (now[y][x - 1] + now[y][x + 1] + now[y - 1][x]
                    + now[y + 1][x] - 4 * now[y][x]);
#pragma hicuda kernel_end
#pragma hicuda kernel take_over
#pragma hicuda loop_partition over_tblock over_thread
        for (int y = 1; y < N - 1; y++)
#pragma hicuda loop_partition over_tblock over_thread
            for (int x = 1; x < N - 1; x++)
                now[y][x] = next[y][x];
#pragma hicuda kernel_end
    }
#pragma hicuda kernel add_up
#pragma hicuda loop_partition over_tblock over_thread reduction(+: sum)
    for (int y = 0; y < N; y++)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: sum)
        for (int x = 0; x < N; x++)
            sum += now[y][x];
#pragma hicuda kernel_end
#pragma hicuda global free now next
    printf("mean %.4f\n", sum / (N * N));
    return 0;
}
