// A write under a further condition, behind a jump or of another element is no write of each branch.
void f(int n, int *a, int *c, int *d, int *e, const int *b)
{
#pragma hicuda global alloc a[0:n-1] //~ R2049 `a`
#pragma hicuda global alloc c[0:n-1] //~ R2049 `c`
#pragma hicuda global alloc d[0:n] //~ R2049 `d`
#pragma hicuda global alloc e[0:n-1] //~ R2049 `e`
#pragma hicuda global alloc b[0:n-1] copyin
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) {
        if (b[i] > 7)
            a[i] = b[i];
        else if (b[i] & 1)
            a[i] = 2;
        if (b[i] > 5)
            d[i] = 1;
        else
            d[i] = b[i] & 1 ? 3 : (e[i] = 2);
        if (b[i] > 3) {
            c[i] = 1;
            e[i] = 4;
        } else {
            if (b[i] == 2)
                continue;
            c[i] = 2;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global copyout c[0:n-1]
#pragma hicuda global copyout d[0:n]
#pragma hicuda global copyout e[0:n-1]
#pragma hicuda global free a b c d e
}
