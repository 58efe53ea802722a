// Two parameters that a call makes one array: their iterations may not change places, though each
// has a device copy of its own elsewhere. `restrict` says that they do not overlap.
#define N 64

static double a[N * N], b[N * N];

static void turned(int n, double *x, double *y)
{
#pragma hicuda kernel turned_kernel tblock(1) thread(1)
#pragma hicuda permute(j, i)
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n - 1; j++)
            y[i * n + j] = 0.5 * x[(i - 1) * n + j + 1]; //~ E0683 `y` and `x` are one array in a call
#pragma hicuda kernel_end
}

static void planes(int n, double *x, double *y)
{
#pragma hicuda kernel planes_kernel thread(32)
#pragma hicuda wavefront(0, 1)
    for (int i = 1; i < n; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < n - 1; j++)
            y[i * n + j] = 0.5 * x[(i - 1) * n + j + 1]; //~ E0683 `y` and `x` are one array in a call
#pragma hicuda kernel_end
}

static void apart(int n, const double *restrict x, double *restrict y)
{
#pragma hicuda kernel apart_kernel tblock(1) thread(1)
#pragma hicuda permute(j, i)
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n - 1; j++)
            y[i * n + j] = 0.5 * x[(i - 1) * n + j + 1];
#pragma hicuda kernel_end
}

static void other(int n, double *x, double *y)
{
#pragma hicuda kernel other_kernel tblock(1) thread(1)
#pragma hicuda permute(j, i)
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n - 1; j++)
            y[i * n + j] = 0.5 * x[(i - 1) * n + j + 1];
#pragma hicuda kernel_end
}

static void both(int n, double *p, double *q)
{
    turned(n, p, q);
    other(n, p, b);
}

int main(void)
{
    double *half = a + N * N / 2;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
    both(N, a, a);
    planes(N / 2, a, half);
    apart(N, a, b);
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    return a[5] + b[70] > 100;
}
