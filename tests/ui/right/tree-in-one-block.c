// A sum by halves in one block, with a barrier after each.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(1) thread(128)
    for (int d = 128; d > 0; d /= 2) {
#pragma hicuda loop_partition over_thread
        for (int i = 0; i < 128; i++)
            if (i < d)
                a[i] += a[i + d];
#pragma hicuda barrier
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
