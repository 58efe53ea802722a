// annotate: --no-comments
// The rows of a sparse matrix are short: all together have as many elements as the arrays that hold them. A kernel for
// each row would take longer than the row does.
#include <stdio.h>

#define ROWS 2000
#define ELEMENTS 20000

static int first[ROWS + 1], column[ELEMENTS];
static double value[ELEMENTS], x[ROWS], y[ROWS];

static void multiply(void)
{
    for (int row = 0; row < ROWS; row++) {
        double sum = 0;
        for (int k = first[row]; k < first[row + 1]; k++)
            sum += value[k] * x[column[k]];
        y[row] = sum;
    }
}

int main(void)
{
    int count = 0;
    for (int row = 0; row < ROWS; row++) {
        first[row] = count;
        count += row % 11;
    }
    first[ROWS] = count;
    for (int k = 0; k < ELEMENTS; k++) {
        value[k] = k % 13 * 0.25;
        column[k] = (k * 7) % ROWS;
    }
    for (int row = 0; row < ROWS; row++)
        x[row] = row % 5;
    double last = 0;
    for (int row = 0; row < ROWS; row++) {
        last = last * 0.5;
        for (int k = first[row]; k < first[row + 1]; k++)
            last += value[k];
    }
    for (int step = 0; step < 20; step++)
        multiply();
    printf("%.10g %.10g %.10g\n", y[7], y[ROWS - 2], last);
    return 0;
}
