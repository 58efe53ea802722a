//@ coalesce: diff
// A thread asks its neighbour.
__global__ void k(float *y, const float *a, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < n; j++)
        sum += __shfl_down_sync(0xffffffff, a[row * n + j], 1);
    y[row] = sum;
}

void run(float *y, const float *a, int n)
{
    k<<<n / 64, 64>>>(y, a, n);
}
