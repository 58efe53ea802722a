//@ coalesce: diff
// What the index is in the end matters.
__global__ void k(float *y, const float *a, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    float sum = 0;
    int j;
    for (j = 0; j < n; j++)
        sum += a[row * n + j];
    y[row] = sum / j;
}

void run(float *y, const float *a, int n)
{
    k<<<n / 64, 64>>>(y, a, n);
}
