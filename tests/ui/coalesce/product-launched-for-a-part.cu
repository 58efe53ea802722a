//@ coalesce: diff
// The grid is not made for the bounds: larger blocks would have other elements.
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

void run(float *c, const float *a, const float *b, int n, int part)
{
    multiply<<<dim3(part, part), dim3(16, 16)>>>(c, a, b, n);
}
