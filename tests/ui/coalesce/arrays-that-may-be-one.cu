//@ coalesce: diff
// What is written while rows are read may be part of them.
__global__ void k(float *y, const float *a, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    for (int j = 0; j < n; j++)
        y[row] += a[row * n + j];
}

void run(float *y, const float *a, int n)
{
    k<<<n / 64, 64>>>(y, a, n);
}
