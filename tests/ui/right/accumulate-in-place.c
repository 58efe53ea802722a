// A sum over an inner loop, in the element itself.
float m[64][64], r[64][64];
void f(void)
{
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda global alloc r[*][*]
#pragma hicuda kernel k tblock(4, 4) thread(16, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < 64; j++) {
            r[i][j] = 0;
            for (int e = 0; e < 64; e++)
                r[i][j] += m[i][e] * m[j][e];
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout r[*][*]
#pragma hicuda global free m r
}
