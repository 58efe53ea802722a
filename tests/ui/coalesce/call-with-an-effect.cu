//@ coalesce: diff
// What is printed would be printed in another order.
#include <stdio.h>

__global__ void k(float *y, const float *a, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < n; j++) {
        sum += a[row * n + j];
        if (sum < 0)
            printf("%d\n", j);
    }
    y[row] = sum;
}

void run(float *y, const float *a, int n)
{
    k<<<n / 64, 64>>>(y, a, n);
}
