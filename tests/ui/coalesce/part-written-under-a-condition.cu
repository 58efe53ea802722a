//@ coalesce: diff
// Whether a part is written depends on what is in it.
__global__ void k(int *a, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int k = 0; k < 8; k++)
        sum += a[8 * i + k];
    if (sum < 0)
        for (int k = 0; k < 8; k++)
            a[8 * i + k] = 0;
}

void run(int *a, int n)
{
    k<<<(n + 63) / 64, 64>>>(a, n);
}
