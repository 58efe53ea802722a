// A matrix as the product of a lower and an upper triangle, in place.
#include <stdio.h>
#include <stdlib.h>

static void decompose(float *a, int size)
{
    for (int k = 0; k < size; k++) {
        for (int i = k + 1; i < size; i++)
            a[i * size + k] /= a[k * size + k];
        for (int i = k + 1; i < size; i++)
            for (int j = k + 1; j < size; j++)
                a[i * size + j] -= a[i * size + k] * a[k * size + j];
    }
}

int main(int argc, char **argv)
{
    int size = argc > 1 ? atoi(argv[1]) : 64;
    float *a = malloc(sizeof(float) * size * size);
    if (!a)
        return 1;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            a[i * size + j] = (float)((i * 3 + j * 5) % 11) + (i == j ? 20.0f : 0.0f);
    decompose(a, size);
    double trace = 0;
    for (int i = 0; i < size; i++)
        trace += a[i * size + i];
    printf("%.5g %.5g\n", trace, a[size * size - 2]);
    free(a);
    return 0;
}
