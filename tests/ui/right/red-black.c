// Red elements from their black neighbours.
float m[64][64], r[64][64];
void f(void)
{
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < 63; i++)
        for (int j = 0; j < 31; j++)
            m[i][2 * j + 1] = m[i][2 * j] + m[i][2 * j + 2];
#pragma hicuda kernel_end
#pragma hicuda global copyout m[*][*]
#pragma hicuda global free m
}
