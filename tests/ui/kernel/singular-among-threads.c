// One thread of the block runs a singular region.
void f(float a[64])
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(1) thread(32)
    float first;
#pragma hicuda singular
    first = a[0]; //~ E0517 only thread 0 knows
#pragma hicuda singular_end
    a[1] = first;
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda singular //~ E0517 cannot stand in a loop shared out over threads
        a[i] = 0;
#pragma hicuda singular_end
    }
#pragma hicuda kernel_end
#pragma hicuda global free a
}
