// Two statements write elements of different parity.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 128; i++) {
        a[2 * i] = b[i];
        a[2 * i + 1] = b[i + 128];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
}
