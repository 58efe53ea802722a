// All threads write the same value, which nobody reads.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda kernel k tblock(4) thread(64)
    a[0] = 1;
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < 256; i++)
        a[i] = i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
