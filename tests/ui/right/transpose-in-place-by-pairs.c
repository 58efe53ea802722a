// Each pair of elements is exchanged by the iteration below the diagonal.
float m[64][64], r[64][64];
void f(void)
{
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < 64; i++)
        for (int j = 0; j < i; j++) {
            float t = m[i][j];
            m[i][j] = m[j][i];
            m[j][i] = t;
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout m[*][*]
#pragma hicuda global free m
}
