//@ coalesce: diff
// The third element is the neighbour's, who may have written it.
__global__ void k(float *a, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n)
        return;
    a[2 * i] = a[2 * i + 1] + a[2 * i + 2];
}

void run(float *a, int n)
{
    k<<<(n + 63) / 64, 64>>>(a, n);
}
