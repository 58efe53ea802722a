//@ coalesce: diff
// An iteration reads what the one before wrote.
__global__ void k(float *a, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    for (int j = 1; j < n; j++)
        a[row * n + j] = 0.5f * a[row * n + j - 1];
}

void run(float *a, int n)
{
    k<<<n / 64, 64>>>(a, n);
}
