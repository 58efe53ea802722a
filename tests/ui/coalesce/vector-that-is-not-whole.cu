//@ coalesce: diff
// The fourth element is never accessed: nothing shows that it is there.
__global__ void k(float *y, const float *a, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n)
        y[i] = a[4 * i] + a[4 * i + 1] * a[4 * i + 2];
}

void run(float *y, const float *a, int n)
{
    k<<<(n + 63) / 64, 64>>>(y, a, n);
}
