//@ coalesce: diff
// A stencil that is wider than a tile could be.
__global__ void k(float *y, const float *a, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < n - 100; j++)
        sum += a[row * n + j] * a[row * n + j + 100];
    y[row] = sum;
}

void run(float *y, const float *a, int n)
{
    k<<<n / 64, 64>>>(y, a, n);
}
