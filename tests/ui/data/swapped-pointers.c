// After a swap the copies are found by address, so they must have one layout.
void f(float *a, float *b, float *c, int n, int m)
{
#pragma hicuda global alloc a[0:n-1] copyin
#pragma hicuda global alloc b[0:n-1] copyin
#pragma hicuda global alloc c[1:n-1] copyin
    for (int t = 0; t < m; t++) {
#pragma hicuda kernel k tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < n; i++)
            a[i] = b[i] //~ E0523 `b` is reassigned
                 + c[i]; //~ E0523 `c` is reassigned
#pragma hicuda kernel_end
        float *s = b;
        b = c;
        c = s;
    }
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global free a b c
}
