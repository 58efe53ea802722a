// annotate:
// How much there is to do only the run knows, and the copies are around each launch: the host keeps what is small.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Roots of all values; then of the second half, and so on.
static void refine(float *values, const float *start, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float root = start[i];
        for (int k = 0; k < 200; k++)
            root = 0.5f * (root + values[i] / root);
        values[i] = root;
    }
    if (n > 2)
        refine(values + n / 2, start, n - n / 2);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000, steps = argc > 2 ? atoi(argv[2]) : 1;
    float *values = malloc(sizeof(float) * n), *start = malloc(sizeof(float) * n);
    if (!values || !start)
        return 1;
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < n; i++) {
            values[i] = (i * 7 + step) % 31 + 1;
            start[i] = 1 + i % 3;
        }
        refine(values, start, n);
        float largest = 0;
        for (int i = 0; i < n; i++)
            largest = fmaxf(largest, values[i]);
        printf("%d: %.4f %.4f\n", step, values[n - 1], largest);
    }
    free(values);
    free(start);
    return 0;
}
