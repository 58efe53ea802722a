// Where each branch of an `if` writes the element, it is written: nothing of the host's needs to be there (R2049).
void f(int n, int *a, const int *b)
{
#pragma hicuda global alloc a[0:n-1]
#pragma hicuda global alloc b[0:n-1] copyin
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        if (b[i] > 7) {
            a[i] = b[i];
        } else if (b[i] & 1)
            a[i] = 2;
        else {
            int twice = b[i] * 2;
            a[i] = twice;
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global free a b
}
