//@ coalesce: diff
// A thread stops when it has found what it looks for.
__global__ void k(float *y, const float *a, int n)
{
    int row = blockIdx.x * 64 + threadIdx.x;
    int at = -1;
    for (int j = 0; j < n; j++) {
        if (a[row * n + j] > 0) {
            at = j;
            break;
        }
    }
    y[row] = at;
}

void run(float *y, const float *a, int n)
{
    k<<<n / 64, 64>>>(y, a, n);
}
