// annotate: --force
// A mask says which pixels count, and rows are whole vectors: a thread reads the pixels that its columns share several at a time.
#include <stdio.h>
#include <stdlib.h>

#define MOST 80

static float image[MOST + 4][MOST + 4], sum[MOST][MOST];
static int mask[3][3] = { { 1, 0, 2 }, { 0, 3, 0 }, { 4, 0, 0 } };

static void match(int rows, int columns)
{
    for (int m = 0; m < rows; m++)
        for (int n = 0; n < columns; n++)
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    if (mask[i][j] != 0)
                        sum[m][n] += image[i + m][j + n];
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 71, columns = argc > 2 ? atoi(argv[2]) : 67;

    if (rows > MOST || columns > MOST)
        return 1;
    for (int i = 0; i < MOST + 4; i++)
        for (int j = 0; j < MOST + 4; j++)
            image[i][j] = (i * 3 + j) % 17;
    match(rows, columns);
    printf("%g %g\n", sum[7][8], sum[rows - 1][columns - 1]);
    return 0;
}
