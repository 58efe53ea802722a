//@ coalesce: diff
// A tile with one column more cannot be loaded ahead, and the threads are few: what
// shared memory would gain is less than what its rounds cost.
__global__ void k(float *y, const float *a, int n, int m)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    if (row >= n)
        return;
    float state = 0;
    for (int j = 0; j < m - 1; j++)
        state = 0.5f * state + a[row * m + j + 1] - a[row * m + j];
    y[row] = state;
}

void run(float *y, float *a, int n, int m)
{
    k<<<(n + 63) / 64, 64>>>(y, a, n, m);
}
