// Each row of a matrix times its own number.
#include "loops.h"

static void scale(int n, float *a, const float *x)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = a[i * n + j] * x[i];
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 300);
    float *a = filled((size_t)n * n), *x = filled(n);
    scale(n, a, x);
    print(a, (size_t)n * n);
    free(a);
    free(x);
    return 0;
}
