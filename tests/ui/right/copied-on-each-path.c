// On each path the host gets what it reads.
float a[256];
float f(int again)
{
    float x = 0;
#pragma hicuda global alloc a[*] copyin
    for (int s = 0; s < 4; s++) {
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < 256; i++)
            a[i] += 1;
#pragma hicuda kernel_end
        if (again) {
#pragma hicuda global copyout a[*]
            x += a[s];
        }
    }
#pragma hicuda global free a
    return x;
}
