//@ coalesce: diff
// Which elements are wanted is in memory: loading for all could read what is not there.
__global__ void multiply(float *c, const float *a, const float *b, const int *wanted, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n && wanted[row]) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * b[k * n + column];
        c[row * n + column] = sum;
    }
}

void run(float *c, const float *a, const float *b, const int *wanted, int n)
{
    multiply<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(c, a, b, wanted, n);
}
