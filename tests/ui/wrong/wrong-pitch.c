// The row length in the index is not that of the array.
float m[16][16];
float a[256];
void f(void)
{
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
            a[15 * i + j] = m[i][j]; //~ E0630 collide
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free m a
}
