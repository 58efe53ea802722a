// An empty loop is worth a word.
void f(float a[64])
{
#pragma hicuda global alloc a[*] //~ R2049 `a`
#pragma hicuda kernel k tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 8; i < 8; i++) //~ W1101 never runs
        a[i] = 0;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
