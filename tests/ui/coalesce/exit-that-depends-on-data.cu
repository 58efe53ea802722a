//@ coalesce: diff
// Who leaves is read from memory, so others cannot tell.
__global__ void k(float *y, const float *a, const int *mask, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    if (mask[row])
        return;
    float sum = 0;
    for (int j = 0; j < n; j++)
        sum += a[row * n + j];
    y[row] = sum;
}

void run(float *y, const float *a, const int *mask, int n)
{
    k<<<n / 64, 64>>>(y, a, mask, n);
}
