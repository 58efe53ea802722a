// y = Aᵀ x.
#include "loops.h"

static void multiply(int n, const float *a, const float *x, float *y)
{
    // warploom: the iterations of `j` are independent; several threads add up along `i`
    #pragma hicuda global alloc a[0:n*n-1] copyin
    #pragma hicuda global alloc x[0:n-1] copyin
    #pragma hicuda global alloc y[0:n-1]
    #pragma hicuda kernel multiply_y thread(32, 32)
    #pragma hicuda loop_partition over_tblock over_thread(2)
    for (int j = 0; j < n; j++) {
        float sum = 0;
        #pragma hicuda loop_partition over_thread(1) reduction(+: sum)
        for (int i = 0; i < n; i++)
            sum += a[i * n + j] * x[i];
        y[j] = sum;
    }
    #pragma hicuda kernel_end
    #pragma hicuda global copyout y[*]
    #pragma hicuda global free a x y
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
