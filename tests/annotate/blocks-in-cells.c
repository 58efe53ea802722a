// annotate: --force
// A matrix in each cell of a grid whose size the run tells, given to functions by rows, written out element by element; scratch of the
// file; so many accesses and kernels that the data law does not tell them apart; an index that is used after its loop.
#include <stdio.h>
#include <stdlib.h>

#define MOST 14

static double blocks[MOST][MOST][2][3][3], right[MOST][MOST][3], state[MOST][MOST][3];
static double first, second;
static int size;

static void multiply(double matrix[3][3], double *from, double *to)
{
    for (int m = 0; m < 3; m++)
        to[m] -= (matrix[m][0] * from[0] + matrix[m][1] * from[1] + matrix[m][2] * from[2]) / 16;
}

static void scale(double matrix[3][3], double *row)
{
    for (int m = 0; m < 3; m++)
        row[m] /= matrix[m][m];
}

static void fill_blocks(void)
{
    int i, j;
    for (i = 1; i < size - 1; i++)
        for (j = 1; j < size - 1; j++) {
            first = state[i][j][0] / 8;
            second = first * first;
            blocks[i][j][0][0][0] = 2 + first;
            blocks[i][j][0][0][1] = second + state[i - 1][j][1];
            blocks[i][j][0][0][2] = second - state[i - 1][j][2];
            blocks[i][j][0][1][0] = first + state[i + 1][j][0];
            blocks[i][j][0][1][1] = 3 + second;
            blocks[i][j][0][1][2] = first * state[i][j][2];
            blocks[i][j][0][2][0] = second + state[i][j - 1][0];
            blocks[i][j][0][2][1] = first - state[i][j + 1][1];
            blocks[i][j][0][2][2] = 4 + state[i][j][2] / 16;
            blocks[i][j][1][0][0] = 2 - first;
            blocks[i][j][1][0][1] = second - state[i - 1][j][1];
            blocks[i][j][1][0][2] = second + state[i - 1][j][2];
            blocks[i][j][1][1][0] = first - state[i + 1][j][0];
            blocks[i][j][1][1][1] = 3 - second;
            blocks[i][j][1][1][2] = first + state[i][j][2];
            blocks[i][j][1][2][0] = second - state[i][j - 1][0];
            blocks[i][j][1][2][1] = first + state[i][j + 1][1];
            blocks[i][j][1][2][2] = 4 - state[i][j][2] / 16;
        }
}

static void sweep(void)
{
    int i, j, last = size - 1;
    for (j = 1; j < last; j++)
        scale(blocks[1][j][1], right[1][j]);
    for (i = 2; i < last; i++)
        for (j = 1; j < last; j++) {
            multiply(blocks[i][j][0], right[i - 1][j], right[i][j]);
            scale(blocks[i][j][1], right[i][j]);
        }
    // The last row, which this index has come to.
    for (j = 1; j < last; j++)
        multiply(blocks[i - 1][j][1], right[i - 1][j], state[i][j]);
}

static void add(void)
{
    int i, j, m;
    for (i = 1; i < size - 1; i++)
        for (j = 1; j < size - 1; j++)
            for (m = 0; m < 3; m++)
                state[i][j][m] += right[i][j][m] / 32;
}

int main(int argc, char **argv)
{
    int i, j, m, step;
    double sum = 0;
    size = argc > 1 ? atoi(argv[1]) : MOST;
    for (i = 0; i < size; i++)
        for (j = 0; j < size; j++)
            for (m = 0; m < 3; m++) {
                state[i][j][m] = (i * 3 + j * 5 + m) % 7 - 3;
                right[i][j][m] = (i + j * m) % 5;
            }
    for (step = 0; step < 4; step++) {
        fill_blocks();
        sweep();
        add();
    }
    for (i = 0; i < size; i++)
        for (j = 0; j < size; j++)
            for (m = 0; m < 3; m++)
                sum += state[i][j][m] + right[i][j][m];
    printf("%.6f\n", sum);
    return 0;
}
