//@ coalesce: diff
// If `b` is `a`, the second line reads what the first one wrote.
__global__ void k(float *b, const float *a, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n)
        return;
    b[2 * i] = 2 * a[2 * i];
    b[2 * i + 1] = a[2 * i] + a[2 * i + 1];
}

void run(float *b, const float *a, int n)
{
    k<<<(n + 63) / 64, 64>>>(b, a, n);
}
