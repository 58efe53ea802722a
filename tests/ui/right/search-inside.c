// A search that ends early, inside one iteration.
float m[64][64], r[64][64];
void f(void)
{
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda global alloc r[*][*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        int j = 0;
        while (j < 64 && m[i][j] < 1)
            j++;
        r[i][0] = j;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout r[*][*]
#pragma hicuda global free m r
}
