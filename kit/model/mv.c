// y = A x.
#include "loops.h"

static void multiply(int n, const float *a, const float *x, float *y)
{
    // warploom: the iterations of `i` are independent; a warp adds up along `j`
    #pragma hicuda global alloc a[0:n*n-1] copyin
    #pragma hicuda global alloc x[0:n-1] copyin
    #pragma hicuda global alloc y[0:n-1]
    #pragma hicuda when(n >= 64) kernel multiply_y thread(8, 32)
    #pragma hicuda kernel multiply_y
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) {
        float sum = 0;
        #pragma hicuda when(n >= 64) loop_partition over_thread reduction(+: sum)
        for (int j = 0; j < n; j++)
            sum += a[i * n + j] * x[j];
        y[i] = sum;
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
