//@ coalesce: diff
// Rows of a triangle end at different columns: the threads of a block would wait for each
// other at barriers that some never reach.
__global__ void multiply(float *c, const float *a, const float *b, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n) {
        float sum = 0;
        for (int k = 0; k <= row; k++)
            sum += a[row * n + k] * b[k * n + column];
        c[row * n + column] = sum;
    }
}

void run(float *c, const float *a, const float *b, int n)
{
    multiply<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(c, a, b, n);
}
