//@ coalesce: diff
// What the loop reads is written in it, and an operand is updated behind it.
__global__ void multiply(float *c, float *a, const float *b, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n) {
        float sum = 0;
        for (int k = 0; k < n; k++) {
            sum += a[row * n + k] * b[k * n + column];
            c[row * n + column] = sum;
        }
    }
}

__global__ void update(float *a, const float *b, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * b[k * n + column];
        a[row * n + column] = sum;
    }
}

void run(float *c, float *a, const float *b, int n)
{
    dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
    multiply<<<grid, block>>>(c, a, b, n);
    update<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(a, b, n);
}
