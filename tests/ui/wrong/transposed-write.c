// A row is written where a column was meant.
float m[64][64];
float b[256];
void f(void)
{
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            m[0][j] = b[i]; //~ E0630 collide
#pragma hicuda kernel_end
#pragma hicuda global copyout m[*][*]
#pragma hicuda global free m b
}
