// y = A x.
#include "loops.h"

static void multiply(int n, const float *a, const float *x, float *y)
{
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < n; j++)
            sum += a[i * n + j] * x[j];
        y[i] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 300);
    float *a = filled((size_t)n * n), *x = filled(n), *y = filled(n);
    multiply(n, a, x, y);
    print(y, n);
    free(a);
    free(x);
    free(y);
    return 0;
}
