//@ coalesce: diff
// A thread leaves from within the loop.
__global__ void k(float *y, const float *a, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    for (int j = 0; j < n; j++) {
        if (a[row * n + j] > 0) {
            y[row] = j;
            return;
        }
    }
}

void run(float *y, const float *a, int n)
{
    k<<<n / 64, 64>>>(y, a, n);
}
