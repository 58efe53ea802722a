// The host reads the half that was copied back.
float a[256];
float f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        a[i] += 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:127]
#pragma hicuda global free a
    return a[0] + a[127];
}
