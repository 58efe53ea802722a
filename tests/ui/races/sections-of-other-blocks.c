// Blocks load and store their sections at any time: what one writes back, no other may load.
float a[256], b[256];

void halo_in_place(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel in_place tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < 255; i++) {
#pragma hicuda shared alloc a[i-1:i+1] copyin
        float s = a[i - 1] + a[i] + a[i + 1];
#pragma hicuda barrier
        a[i] = s;
#pragma hicuda shared copyout a[i] //~ E0630 one reads what another writes
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

void too_wide(void)
{
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel wide tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 255; i++) {
#pragma hicuda shared alloc b[i:i+1] copyin
        b[i] = 2 * b[i];
#pragma hicuda shared copyout b[i:i+1] //~ E0630 collide
#pragma hicuda shared remove b
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
}
