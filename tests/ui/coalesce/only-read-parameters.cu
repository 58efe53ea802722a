//@ coalesce: diff
// What is allocated by itself and only read can say so; not where a prototype would
// say something else.
__global__ void double_rows(float *b, float *a, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n)
        for (int j = 0; j < n; j++)
            b[row * n + j] = 2 * a[row * n + j];
}

__global__ void double_columns(float *b, float *a, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column < n)
        for (int i = 0; i < n; i++)
            b[i * n + column] = 2 * a[i * n + column];
}

__global__ void difference(float *y, float *a, int n);

__global__ void difference(float *y, float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a[2 * i] - a[2 * i + 1];
}

void run(int n)
{
    float *a, *b;
    cudaMalloc((void **)&a, 2 * n * n * sizeof(float));
    cudaMalloc((void **)&b, n * n * sizeof(float));
    double_rows<<<(n + 63) / 64, 64>>>(b, a, n);
    double_columns<<<(n + 63) / 64, 64>>>(b, a, n);
    difference<<<(n + 63) / 64, 64>>>(b, a, n);
    cudaFree(a);
    cudaFree(b);
}
