// A product in a variable on the device.
float a[256];
float s;
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc s copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        s = s * a[i]; //~ E0630 collide
#pragma hicuda kernel_end
#pragma hicuda global copyout s
#pragma hicuda global free a s
}
