//@ coalesce: diff
// Only some threads come to the loop, and all go on behind it.
__global__ void k(float *y, const float *a, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    float sum = 0;
    if (row % 2 == 0)
        for (int j = 0; j < n; j++)
            sum += a[row * n + j];
    y[row] = sum;
}

void run(float *y, const float *a, int n)
{
    k<<<n / 64, 64>>>(y, a, n);
}
