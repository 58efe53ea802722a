// The grid's result exists after the kernel; two operations have no common result.
struct total { float sum; };
void f(float a[64], struct total *all)
{
    float s = 0, p = 1, x = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel early tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: s)
    for (int i = 0; i < 64; i++)
        s += a[i];
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] /= s; //~ E0661 not known in the kernel
#pragma hicuda kernel_end
#pragma hicuda kernel local tblock(2) thread(32)
    float q = 0;
#pragma hicuda loop_partition over_tblock over_thread reduction(+: q) //~ E0661 ends with the kernel
    for (int i = 0; i < 64; i++)
        q += a[i];
#pragma hicuda kernel_end
#pragma hicuda kernel mixed tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: p)
    for (int i = 0; i < 64; i++)
        p += a[i];
#pragma hicuda loop_partition over_tblock over_thread reduction(*: p) //~ E0663 two operations
    for (int i = 0; i < 64; i++)
        p *= a[i];
#pragma hicuda kernel_end
#pragma hicuda kernel kinds tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread reduction(|: x) //~ E0662 not an integer
    for (int i = 0; i < 64; i++)
        a[i] += 1;
#pragma hicuda loop_partition over_tblock over_thread reduction(+: all->sum) //~ E0662 only a variable or a whole array
    for (int i = 0; i < 64; i++)
        a[i] += 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    all->sum = s + p + x;
}
