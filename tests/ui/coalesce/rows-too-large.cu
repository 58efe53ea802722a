//@ coalesce: diff
// Tiles of a block do not fit into shared memory, and the kernel says how large it is.
__global__ void __launch_bounds__(1024) k(const double *a, double *b, int n)
{
    int row = blockIdx.x * 1024 + threadIdx.x;
    double sum = 0;
    for (int j = 0; j < n; j++) {
        sum = 0.5 * sum + a[row * n + j];
        b[row * n + j] = sum;
    }
}

void run(const double *a, double *b, int n)
{
    k<<<n / 1024, 1024>>>(a, b, n);
}
