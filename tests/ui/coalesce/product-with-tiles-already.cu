//@ coalesce: diff
// It has tiles, and barriers for them.
__global__ void multiply(float *c, const float *a, const float *b, int n)
{
    __shared__ float left[16][16], right[16][16];
    int row = blockIdx.x * 16 + threadIdx.x;
    int column = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    for (int first = 0; first < n; first += 16) {
        left[threadIdx.x][threadIdx.y] = a[row * n + first + threadIdx.y];
        right[threadIdx.x][threadIdx.y] = b[(first + threadIdx.x) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += left[threadIdx.x][k] * right[k][threadIdx.y];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

void run(float *c, const float *a, const float *b, int n)
{
    multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(c, a, b, n);
}
