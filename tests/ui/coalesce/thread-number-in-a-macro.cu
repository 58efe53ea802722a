//@ coalesce: diff
// Where a macro hides the thread's index, the expression is written out for another thread.
#define ROW (blockIdx.x * 64 + threadIdx.x)

__global__ void k(float *y, const float *a, int n)
{
    float sum = 0;
    for (int j = 0; j < n; j++)
        sum += a[ROW * n + j];
    y[ROW] = sum;
}

void run(float *y, const float *a, int n)
{
    k<<<n / 64, 64>>>(y, a, n);
}
