//@ coalesce: diff
// Where launches do not tell how long rows are, each chooses.
__global__ void scale(float *a, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n)
        for (int j = 0; j < m; j++)
            a[row * m + j] *= 2;
}

void run(float *a, int n, int m)
{
    scale<<<(n + 63) / 64, 64>>>(a, n, m);
    for (int step = 0; step < 3; step++)
        scale<<<(n + 63) / 64,
                64>>>(a, n - 1, m + 1);
}
