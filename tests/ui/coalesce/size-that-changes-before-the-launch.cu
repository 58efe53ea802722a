//@ coalesce: diff
// The grid is made for another size than the one that is passed: another shape of block would
// have other elements.
__global__ void multiply(float *c, const float *a, const float *b, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * b[k * n + column];
        c[row * n + column] = sum;
    }
}

void run(float *c, const float *a, const float *b, int n)
{
    dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
    n *= 2;
    multiply<<<grid, block>>>(c, a, b, n);
}
