// C = A B.
#include "loops.h"

static void multiply(int n, const float *a, const float *b, float *c)
{
    // warploom: the iterations of `i` and `j` are independent; a product, in tiles
    #pragma hicuda shape a[n][n]
    #pragma hicuda shape b[n][n]
    #pragma hicuda global alloc a[*][*] copyin
    #pragma hicuda global alloc b[*][*] copyin
    #pragma hicuda global alloc c[0:n*n-1]
    #pragma hicuda kernel multiply_c thread(16, 16)
    #pragma hicuda loop_partition over_tblock over_thread jam(8)
    for (int i = 0; i < n; i++)
        #pragma hicuda loop_partition over_tblock over_thread jam(8)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            #pragma hicuda stage(32: a, b)
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
    #pragma hicuda kernel_end
    #pragma hicuda global copyout c[*]
    #pragma hicuda global free a b c
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
