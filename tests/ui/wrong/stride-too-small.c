// Each iteration writes four elements, two of them its neighbour's.
float a[256];
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 60; i++)
        for (int c = 0; c < 4; c++)
            a[2 * i + c] = i; //~ E0630 collide
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
