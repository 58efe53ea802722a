// Four elements for each iteration, none for two.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        for (int c = 0; c < 4; c++)
            a[4 * i + c] += c;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
