//@ coalesce: diff
// The launch gives the product the place of an operand. Blocks that share tiles would go
// on reading what others have written: they only get another shape.
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

void square(float *a, const float *b, int n)
{
    multiply<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(a, a, b, n);
}
