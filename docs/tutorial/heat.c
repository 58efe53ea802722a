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
    for (int t = 0; t < steps; t++) {
        for (int x = 1; x < N - 1; x++)
            for (int y = 1; y < N - 1; y++)
                next[y][x] = now[y][x] + 0.2f * (now[y][x - 1] + now[y][x + 1] + now[y - 1][x]
                    + now[y + 1][x] - 4 * now[y][x]);
        for (int y = 1; y < N - 1; y++)
            for (int x = 1; x < N - 1; x++)
                now[y][x] = next[y][x];
    }
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            sum += now[y][x];
    printf("mean %.4f\n", sum / (N * N));
    return 0;
}
