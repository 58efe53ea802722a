// The host works on another array while the kernel runs.
float a[256], b[256];
float f(void)
{
    float x = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(4) thread(64) nowait
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        a[i] += 1;
#pragma hicuda kernel_end
    for (int i = 0; i < 256; i++)
        x += b[i];
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    return x + a[0];
}
