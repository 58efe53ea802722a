//@ coalesce: diff
// Threads meet in a histogram.
__global__ void k(int *count, const int *a, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    for (int j = 0; j < n; j++)
        atomicAdd(&count[a[row * n + j]], 1);
}

void run(int *count, const int *a, int n)
{
    k<<<n / 64, 64>>>(count, a, n);
}
