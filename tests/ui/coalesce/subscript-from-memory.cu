//@ coalesce: diff
// Which row a thread has is read from memory.
__global__ void k(float *y, const float *a, const int *index, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < n; j++)
        sum += a[index[row] * n + j];
    y[row] = sum;
}

void run(float *y, const float *a, const int *index, int n)
{
    k<<<n / 64, 64>>>(y, a, index, n);
}
