// Every thread has a table of its own.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++) {
        float t[4];
        for (int c = 0; c < 4; c++)
            t[c] = b[i] + c;
        a[i] = t[0] * t[1] * t[2] * t[3];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
}
