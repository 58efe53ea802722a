// A stencil in two dimensions, in place.
float m[64][64];
void f(void)
{
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda kernel k tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 1; i < 63; i++)
        for (int j = 1; j < 63; j++)
            m[i][j] = 0.25f * (m[i - 1][j] + m[i + 1][j]); //~ E0630 collide
#pragma hicuda kernel_end
#pragma hicuda global copyout m[*][*]
#pragma hicuda global free m
}
