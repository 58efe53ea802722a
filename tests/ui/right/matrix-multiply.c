// Each element of the product is one iteration's.
float m[64][64], r[64][64], c[64][64];
void f(void)
{
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda global alloc r[*][*] copyin
#pragma hicuda global alloc c[*][*]
#pragma hicuda kernel k tblock(4, 4) thread(16, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < 64; j++) {
            float s = 0;
            for (int e = 0; e < 64; e++)
                s += m[i][e] * r[e][j];
            c[i][j] = s;
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*][*]
#pragma hicuda global free m r c
}
