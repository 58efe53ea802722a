// Pairs at a distance of 128.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 128; i++) {
        float u = a[i], v = a[i + 128];
        a[i] = u + v;
        a[i + 128] = u - v;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
