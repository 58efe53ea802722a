// Iterations that have nothing to do go on.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++) {
        if (b[i] < 0)
            continue;
        a[i] = b[i];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
}
