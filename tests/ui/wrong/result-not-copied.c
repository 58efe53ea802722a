// The result stays on the device.
float a[256], b[256];
float f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        b[i] = a[i];
#pragma hicuda kernel_end
#pragma hicuda global free a b
    return b[0]; //~ E0640 the host reads `b`
}
