// What one loop writes and another reads in the same kernel is another thread's where the loops
// start elsewhere, end elsewhere, count in other steps, or are dealt out by another rule.
void f(int n, int m, int a[1000], int b[1000])
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel first tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] = i; //~ E0630 threads collide
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < n; i++)
        b[i] = a[i];
#pragma hicuda kernel_end
#pragma hicuda kernel second tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] = i; //~ W1040 different threads
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < m; i++)
        b[i] = a[i];
#pragma hicuda kernel_end
#pragma hicuda kernel third tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] = i; //~ E0630 threads collide
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread
    for (int i = 0; i < n; i++)
        b[i] = a[i];
#pragma hicuda kernel_end
#pragma hicuda kernel fourth tblock(4) thread(32)
    for (int k = 0; k < 10; k++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = k; i < 900; i++)
            a[i] = i + k; //~ W1040 different threads
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = k; i < 900; i++)
            b[i] = a[i]; //~ W1040 different threads
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
