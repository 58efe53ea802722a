//@ coalesce: diff
// Arguments that are parts of one array may overlap; the same array twice is another question.
__global__ void shift(float *b, const float *a, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n)
        for (int j = 0; j < m; j++)
            b[row * m + j] = a[row * m + j];
}

__global__ void twice(float *b, const float *a, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n)
        for (int j = 0; j < m; j++)
            b[row * m + j] = 2 * a[row * m + j];
}

void run(float *a, int n)
{
    float *next = a + 1;
    shift<<<(n + 63) / 64, 64>>>(a, next, n, 1000);
    twice<<<(n + 63) / 64, 64>>>(a, a, n, 1000);
}
