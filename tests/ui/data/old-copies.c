// Host and device have a copy each: reading the older one is an error, or a warning
// where only some paths are wrong.
#include <stdio.h>
#define N 64
float a[N], b[N];

static float first(const float *p)
{
    return p[0];
}

void host_reads(int again)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel twice tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        a[i] = 2 * a[i];
#pragma hicuda kernel_end
    printf("%f\n", a[0]); //~ E0640 the host reads `a`, but what the kernel wrote is only on the device
#pragma hicuda global copyout a[*]
    if (again) {
#pragma hicuda kernel thrice tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            a[i] = 3 * a[i];
#pragma hicuda kernel_end
    }
#pragma hicuda global free a
}

void some_paths(int again)
{
#pragma hicuda global alloc b[*] copyin
    if (again) {
#pragma hicuda kernel more tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            b[i] = 3 * b[i];
#pragma hicuda kernel_end
    }
    printf("%f\n", first(b)); //~ W1045 the host may read an old `b`
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
}

void device_reads(float x)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
    a[0] = x;
#pragma hicuda kernel copy tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        b[i] = a[i]; //~ E0641 the kernel reads an old `a`
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global copyout b[*] //~ W1047 which has the same values already
#pragma hicuda global free a b
}
