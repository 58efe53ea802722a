// A function that works on one row.
float m[64][64], r[64][64];
static void sum_up(float *row, int n)
{
    for (int j = 1; j < n; j++)
        row[j] += row[j - 1];
}
void f(void)
{
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        sum_up(m[i], 64);
#pragma hicuda kernel_end
#pragma hicuda global copyout m[*][*]
#pragma hicuda global free m
}
