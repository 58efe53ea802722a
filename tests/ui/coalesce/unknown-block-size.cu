//@ coalesce: diff
// Nothing says how many rows a tile must have.
__global__ void k(float *y, const float *a, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < n; j++)
        sum += a[row * n + j];
    y[row] = sum;
}
