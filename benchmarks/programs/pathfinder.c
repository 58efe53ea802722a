// The cheapest way from the bottom row of a grid to the top, a step up and at most one aside.
#include <stdio.h>
#include <stdlib.h>

static inline int smaller(int a, int b)
{
    return a < b ? a : b;
}

int main(int argc, char **argv)
{
    int columns = argc > 1 ? atoi(argv[1]) : 300, rows = argc > 2 ? atoi(argv[2]) : 20;
    int *wall = malloc(sizeof(int) * rows * columns);
    int *from = malloc(sizeof(int) * columns), *to = malloc(sizeof(int) * columns);
    if (!wall || !from || !to)
        return 1;
    for (int i = 0; i < rows * columns; i++)
        wall[i] = (i % 10007 * 7919 + 13) % 10;
    for (int c = 0; c < columns; c++)
        from[c] = wall[c];
    for (int r = 1; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
            int best = from[c];
            if (c > 0)
                best = smaller(best, from[c - 1]);
            if (c < columns - 1)
                best = smaller(best, from[c + 1]);
            to[c] = wall[r * columns + c] + best;
        }
        int *swap = from;
        from = to;
        to = swap;
    }
    int best = from[0];
    for (int c = 1; c < columns; c++)
        best = smaller(best, from[c]);
    printf("%d %d %d\n", best, from[0], from[columns - 1]);
    free(wall);
    free(from);
    free(to);
    return 0;
}
