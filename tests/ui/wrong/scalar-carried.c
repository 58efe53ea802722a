// A scalar carries a value from one iteration to the next.
float a[256];
float b[256];
void f(void)
{
    float t = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++) {
        a[i] = t;
        t = b[i]; //~ E0505 through `t`
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
}
