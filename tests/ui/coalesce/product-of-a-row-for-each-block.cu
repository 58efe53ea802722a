//@ coalesce: diff
// Blocks of one dimension, with a row each: they get a second one.
__global__ void multiply(float *c, const float *a, const float *b, int n, int m)
{
    int row = blockIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && column < m) {
        float sum = c[row * m + column];
        for (int k = 0; k < n; k++)
            sum -= a[k * n + row] * b[k * m + column];
        c[row * m + column] = sum;
    }
}

void run(float *c, const float *a, const float *b, int n, int m)
{
    multiply<<<dim3((m + 255) / 256, n), 256>>>(c, a, b, n, m);
}
