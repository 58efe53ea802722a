// A `continue` of a loop over threads skips its barriers for those threads only
// that have an iteration, even if its condition is the same for all of them.
void shift(int a[100], int b[100], int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 100; i++) {
        if (n > 5)
            continue;
#pragma hicuda barrier //~ E0513 not all threads
        b[i] = a[i] + 1;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
