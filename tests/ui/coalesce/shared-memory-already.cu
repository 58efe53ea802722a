//@ coalesce: diff
// Somebody has staged something already.
__global__ void k(float *y, const float *a, int n)
{
    __shared__ float last[64];
    int row = blockIdx.x * 64 + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < n; j++) {
        last[threadIdx.x] = a[row * n + j];
        sum = sum * 0.5f + last[threadIdx.x];
    }
    y[row] = sum;
}

void run(float *y, const float *a, int n)
{
    k<<<n / 64, 64>>>(y, a, n);
}
