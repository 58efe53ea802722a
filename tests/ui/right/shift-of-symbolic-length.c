// The distance of the shift is the length of the loop.
void f(float *a, int n)
{
#pragma hicuda global alloc a[0:2*n-1] copyin
#pragma hicuda kernel k tblock((n + 63) / 64) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i + n] = a[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:2*n-1]
#pragma hicuda global free a
}
