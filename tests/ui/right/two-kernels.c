// What one kernel writes, the next reads: kernels come one after another.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        a[i] = b[i];
#pragma hicuda kernel_end
#pragma hicuda kernel k2 tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < 256; i++)
        b[i] = a[i - 1];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
