//@ coalesce: diff
// Threads trade places in a block that is not square.
__global__ void k(float *y, const float *a, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y;
    y[i * n + j] = 2 * a[i * n + j];
}

void run(float *y, const float *a, int n)
{
    k<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(y, a, n);
}
