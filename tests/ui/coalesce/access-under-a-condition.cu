//@ coalesce: diff
// Not every element is accessed, and the others may not be there.
__global__ void k(float *y, const float *a, const float *x, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < n; j++)
        if (x[j] > 0)
            sum += a[row * n + j];
    y[row] = sum;
}

void run(float *y, const float *a, const float *x, int n)
{
    k<<<n / 64, 64>>>(y, a, x, n);
}
