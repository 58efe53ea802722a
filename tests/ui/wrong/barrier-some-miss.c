// Only some threads reach the barrier.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(1) thread(256)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 256; i++) {
        if (i < 100) {
#pragma hicuda barrier //~ E0513 not all threads
            a[i] = 1;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
