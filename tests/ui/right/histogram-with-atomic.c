// A histogram whose updates are atomic.
int h[16], x[256];
void f(void)
{
#pragma hicuda global alloc h[*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
#pragma hicuda atomic
        h[x[i] & 15] += 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout h[*]
#pragma hicuda global free h x
}
