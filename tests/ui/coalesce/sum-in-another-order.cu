//@ coalesce: diff
// A warp could share the row, but the sum would round differently: staged instead,
// and the remark says what to allow.
__global__ void k(float *y, const float *a, int n, int m)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0;
    for (int j = 0; j < m; j++)
        sum += a[row * m + j];
    y[row] = sum;
}

void run(float *y, float *a, int n, int m)
{
    k<<<(n + 63) / 64, 64>>>(y, a, n, m);
}
