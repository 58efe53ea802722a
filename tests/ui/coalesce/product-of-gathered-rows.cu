//@ coalesce: diff
// Which rows are multiplied is in memory, and a division would be by zero where a block has
// no elements.
__global__ void gather(float *c, const float *a, const float *b, const int *rows, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * b[rows[k] * n + column];
        c[row * n + column] = sum;
    }
}

__global__ void divide(int *c, const int *a, const int *b, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] / b[k * n + column];
        c[row * n + column] = sum;
    }
}

void run(float *c, const float *a, const float *b, const int *rows, int n, int *x, const int *y, const int *z)
{
    gather<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(c, a, b, rows, n);
    divide<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(x, y, z, n);
}
