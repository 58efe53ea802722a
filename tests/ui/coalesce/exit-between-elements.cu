//@ coalesce: diff
// Whether the second element is accessed depends on the first.
__global__ void k(int *count, const int *a, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n)
        return;
    count[i] = a[2 * i];
    if (count[i] == 0)
        return;
    count[i] += a[2 * i + 1];
}

void run(int *count, const int *a, int n)
{
    k<<<(n + 63) / 64, 64>>>(count, a, n);
}
