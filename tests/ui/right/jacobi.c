// A stencil between two arrays, again and again.
float m[64][64], r[64][64];
void f(void)
{
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda global alloc r[*][*]
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < 63; i++)
            for (int j = 1; j < 63; j++)
                r[i][j] = (m[i - 1][j] + m[i + 1][j] + m[i][j - 1] + m[i][j + 1]) / 4;
#pragma hicuda kernel_end
#pragma hicuda kernel k2 tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < 63; i++)
            for (int j = 1; j < 63; j++)
                m[i][j] = r[i][j];
#pragma hicuda kernel_end
#pragma hicuda global copyout m[*][*]
#pragma hicuda global free m r
}
