//@ coalesce: diff
// If threads traded places, the function would still see them where they were.
__device__ float who(void)
{
    return threadIdx.x;
}

__global__ void k(float *y, const float *a, int n)
{
    int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;
    y[i * n + j] = a[i * n + j] + who();
}

void run(float *y, const float *a, int n)
{
    k<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(y, a, n);
}
