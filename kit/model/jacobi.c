// The mean of the four neighbours, some times over.
#include "loops.h"

static void relax(int n, int steps, float *a, float *b)
{
    #pragma hicuda global alloc a[0:n*n-2] copyin
    #pragma hicuda global alloc b[0:n*n-2] copyin
    for (int t = 0; t < steps; t++) {
        // warploom: the iterations of `i` and `j` are independent
        #pragma hicuda kernel relax_b
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < n - 1; i++)
            #pragma hicuda loop_partition over_tblock over_thread
            for (int j = 1; j < n - 1; j++)
                b[i * n + j] = 0.25f * (a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]);
        #pragma hicuda kernel_end
        // warploom: the iterations of `i` and `j` are independent
        #pragma hicuda kernel relax_a
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < n - 1; i++)
            #pragma hicuda loop_partition over_tblock over_thread
            for (int j = 1; j < n - 1; j++)
                a[i * n + j] = 0.25f * (b[(i - 1) * n + j] + b[(i + 1) * n + j] + b[i * n + j - 1] + b[i * n + j + 1]);
        #pragma hicuda kernel_end
    }
    #pragma hicuda global copyout a[*]
    #pragma hicuda global free a b
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 300);
    float *a = filled((size_t)n * n), *b = filled((size_t)n * n);
    relax(n, 5, a, b);
    print(a, (size_t)n * n);
    free(a);
    free(b);
    return 0;
}
