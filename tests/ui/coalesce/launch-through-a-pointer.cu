//@ coalesce: diff
// A kernel whose address is taken may be launched in its old shape.
__global__ void scale(float *a, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n)
        for (int j = 0; j < m; j++)
            a[row * m + j] *= 2;
}

void run(float *a, int n, int m)
{
    void (*kernel)(float *, int, int) = scale;
    kernel<<<(n + 63) / 64, 64>>>(a, n, m);
    scale<<<(n + 63) / 64, 64>>>(a, n, m);
}
