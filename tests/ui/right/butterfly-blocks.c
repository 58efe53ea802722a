// Pairs at a distance of 16, in blocks of 32.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(8) thread(16)
#pragma hicuda loop_partition over_tblock
    for (int g = 0; g < 8; g++)
#pragma hicuda loop_partition over_thread
        for (int i = 0; i < 16; i++) {
            float u = a[32 * g + i], v = a[32 * g + i + 16];
            a[32 * g + i] = u + v;
            a[32 * g + i + 16] = u - v;
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
