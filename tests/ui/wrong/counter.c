// A counter that all iterations share.
float a[256];
int n;
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc n copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        if (a[i] > 0)
            n++; //~ W1041 may update
#pragma hicuda kernel_end
#pragma hicuda global copyout n
#pragma hicuda global free a n
}
