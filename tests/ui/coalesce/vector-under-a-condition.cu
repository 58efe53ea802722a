//@ coalesce: diff
// The second element is written now and then.
__global__ void k(float *a, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n)
        return;
    if (a[2 * i] > a[2 * i + 1])
        a[2 * i + 1] = 0;
}

void run(float *a, int n)
{
    k<<<(n + 63) / 64, 64>>>(a, n);
}
