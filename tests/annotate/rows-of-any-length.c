// annotate: --force
#include <stdio.h>
#include <stdlib.h>

// Rows as long as the run says.
static void row_sums(const float *a, float *sums, int rows, int length)
{
    for (int i = 0; i < rows; i++) {
        float sum = 0;
        for (int j = 0; j < length; j++)
            sum += a[i * length + j];
        sums[i] = sum;
    }
}

int main(int argc, char **argv)
{
    int rows = 77, length = 5;
    if (argc > 2) {
        rows = atoi(argv[1]);
        length = atoi(argv[2]);
    }
    float *a = malloc(sizeof(float) * rows * length), *sums = malloc(sizeof(float) * rows);
    for (int i = 0; i < rows * length; i++)
        a[i] = i % 7;
    row_sums(a, sums, rows, length);
    double all = 0;
    for (int i = 0; i < rows; i++)
        all += sums[i];
    printf("%g\n", all);
    free(a);
    free(sums);
    return 0;
}
