//@ emit: cuda
// Nobody here calls these functions: whether two of their arrays overlap is tested when the second copy is made.
void add(int n, int *x, int *y)
{
#pragma hicuda global alloc x[0:n-1] copyin
#pragma hicuda global alloc y[0:n-1] copyin
#pragma hicuda kernel k tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        y[i] += x[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout y[0:n-1]
#pragma hicuda global free x y
}

void add_rows(int n, int m, int *x, int *y)
{
#pragma hicuda shape x[n][m] y[n][m]
#pragma hicuda global alloc x[*][*] copyin
#pragma hicuda global alloc y[*][*] copyin
#pragma hicuda kernel rows tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < n; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < m; j++)
            y[i * m + j] += x[i * m + j];
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*][*]
#pragma hicuda global free x y
}

// `restrict` says it, and numbers of two kinds are two arrays.
void apart(int n, int *restrict x, int *y, float *z)
{
#pragma hicuda global alloc x[0:n-1] copyin
#pragma hicuda global alloc y[0:n-1] copyin
#pragma hicuda global alloc z[0:n-1] copyin
#pragma hicuda kernel other tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        y[i] += x[i] + (int)z[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout y[0:n-1]
#pragma hicuda global free x y z
}
