//@ coalesce: diff
// Threads come to the loop differently often.
__global__ void k(float *y, const float *a, const int *times, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < times[row]; k++)
        for (int j = 0; j < n; j++)
            sum = sum * 0.5f + a[row * n + j];
    y[row] = sum;
}

void run(float *y, const float *a, const int *times, int n)
{
    k<<<n / 64, 64>>>(y, a, times, n);
}
