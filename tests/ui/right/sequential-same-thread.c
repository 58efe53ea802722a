// The recurrence stays in one thread: each has its own column.
float m[64][64], r[64][64];
void f(void)
{
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda kernel k tblock(1) thread(64)
    for (int i = 1; i < 64; i++) {
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 64; j++)
            m[i][j] += m[i - 1][j];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout m[*][*]
#pragma hicuda global free m
}
