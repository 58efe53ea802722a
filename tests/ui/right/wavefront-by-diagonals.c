// A wavefront: the diagonals one after another, each in parallel.
float m[64][64], r[64][64];
void f(void)
{
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda kernel k tblock(1) thread(64)
    for (int d = 2; d < 64; d++) {
#pragma hicuda loop_partition over_thread
        for (int i = 1; i < d; i++)
            m[i][d - i] = m[i - 1][d - i] + m[i][d - i - 1];
#pragma hicuda barrier
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout m[*][*]
#pragma hicuda global free m
}
