// One loop over a matrix, by shift and mask.
float m[64][64], r[64][64];
void f(void)
{
#pragma hicuda global alloc m[*][*]
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 4096; i++)
        m[i >> 6][i & 63] = i;
#pragma hicuda kernel_end
#pragma hicuda global copyout m[*][*]
#pragma hicuda global free m
}
