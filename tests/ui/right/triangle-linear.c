// The lower triangle, row by row, in a linear array.
void f(float *a, int n)
{
#pragma hicuda global alloc a[0:n*n-1] //~ R2049 `a`
#pragma hicuda kernel k tblock((n + 63) / 64) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i * n + j] = 0;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:n*n-1]
#pragma hicuda global free a
}
