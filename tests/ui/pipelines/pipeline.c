//@ emit: cuda hip opencl
//@ run: cpu sim
// Each round copies a part in, computes and copies it out: while one computes, others copy.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const int n = 1 << 14, m = 1 << 11;
    float *x = (float *)malloc(n * sizeof *x), *y = (float *)malloc(n * sizeof *y);
    for (int i = 0; i < n; i++)
        x[i] = i % 17;
    for (int c = 0; c < n; c += m) {
#pragma hicuda global alloc x[c:c+m-1] copyin
#pragma hicuda global alloc y[c:c+m-1]
#pragma hicuda kernel scale tblock(8) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = c; i < c + m; i++)
            y[i] = 2 * x[i] + 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout y[c:c+m-1]
#pragma hicuda global free x y
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += y[i] * (i % 3);
    printf("%.0f\n", sum);
    free(x);
    free(y);
    return 0;
}
