// C = A B.
#include "loops.h"

static void multiply(int n, const float *a, const float *b, float *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 200);
    float *a = filled((size_t)n * n), *b = filled((size_t)n * n), *c = filled((size_t)n * n);
    multiply(n, a, b, c);
    print(c, (size_t)n * n);
    free(a);
    free(b);
    free(c);
    return 0;
}
