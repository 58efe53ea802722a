//@ coalesce: diff
// The launch passes the second element: the kernel looks before it loads pairs.
__global__ void k(float *__restrict__ y, const float *__restrict__ a, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n)
        y[i] = a[2 * i] - a[2 * i + 1];
}

void run(float *y, const float *a, int n)
{
    k<<<(n + 63) / 64, 64>>>(y, a + 1, n);
}
