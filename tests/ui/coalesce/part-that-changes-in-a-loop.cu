//@ coalesce: diff
// The struct of a thread is another one in each iteration.
typedef struct {
    float of[8];
} eight;

__global__ void k(eight *p, int n, int steps)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t < steps; t++)
        for (int k = 0; k < 8; k++)
            p[t * 8192 + i].of[k] = t;
}

void run(eight *p, int n, int steps)
{
    k<<<(n + 63) / 64, 64>>>(p, n, steps);
}
