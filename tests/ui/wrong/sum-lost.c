// A sum that the host needs afterwards.
float a[256];
void f(float *out)
{
    float t = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        t += a[i]; //~ E0505 combine values in `t`
#pragma hicuda kernel_end
#pragma hicuda global free a
    *out = t;
}
