//@ coalesce: diff
// It is launched elsewhere, with a block that no whole number of lines fits, so that
// tiles cannot be loaded ahead: shared memory would gain less than its rounds cost.
__global__ void k(float *y, const float *a, int n, int m)
{
#pragma cudalite kernel(48, 2)
    int row = blockIdx.x * 48 + threadIdx.x;
    if (row >= n)
        return;
    float state = 0;
    for (int j = 0; j < m - 1; j++)
        state = 0.5f * state + a[row * m + j + 1] - a[row * m + j];
    y[row] = state;
}
