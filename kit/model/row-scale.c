// Each row of a matrix times its own number.
#include "loops.h"

static void scale(int n, float *a, const float *x)
{
    // warploom: the iterations of `i` and `j` are independent
    #pragma hicuda global alloc a[0:n*n-1] copyin
    #pragma hicuda global alloc x[0:n-1] copyin
    #pragma hicuda kernel scale_a
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < n; j++)
            a[i * n + j] = a[i * n + j] * x[i];
    #pragma hicuda kernel_end
    #pragma hicuda global copyout a[*]
    #pragma hicuda global free a x
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
