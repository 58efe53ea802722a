// A loop with `!=` whose index passes the end of its type runs on from the other end; so does a narrow index with a larger step.
void fill(int a[256], unsigned n, unsigned char from, unsigned char to)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (unsigned i = n - 1; i != -1; i--) //~ E0501 wrap
        a[i] = 1;
#pragma hicuda loop_partition over_thread
    for (unsigned char i = from; i != to; i++) //~ E0501 wrap
        a[i] = 2;
#pragma hicuda loop_partition over_thread
    for (unsigned char i = from; i < to; i += 3) //~ E0501 wrap
        a[i] = 3;
// These meet their bounds before.
#pragma hicuda loop_partition over_thread
    for (unsigned i = 0; i != n; i++)
        a[i] = 4;
#pragma hicuda loop_partition over_thread
    for (unsigned i = n; i != 0; i--)
        a[i - 1] = 5;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
