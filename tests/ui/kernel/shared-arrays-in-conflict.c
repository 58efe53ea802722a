// One shared copy at a time of what is written, and of something that is on the device.
float c[64];
void f(float a[64], float b[64])
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        float t[16];
#pragma hicuda shared alloc a[i] copyin
#pragma hicuda shared alloc a[i] copyin //~ E0516 in shared memory already
#pragma hicuda shared alloc t[*] copyin //~ E0516 nothing to copy in
#pragma hicuda shared alloc c[i] copyin //~ E0518 the device has no copy
        t[0] = 0;
        b[i] = a[i]++;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
