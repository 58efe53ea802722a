// Rows of a linear array run into the next row.
float a[256];
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 15; i++)
        for (int j = 0; j < 18; j++)
            a[16 * i + j] = j; //~ E0630 collide
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
