// Runs that are no whole number, no constant, or that other loops of the kernel do not have.
static int a[128], b[128];

void uneven(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(6:4)    //~ E0685 runs of 4
    for (int i = 0; i < 128; i++)
        a[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda kernel longer tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(2:4)    //~ E0685 runs of 4
    for (int i = 0; i < 128; i++)
        a[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

void others(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] clear
#pragma hicuda kernel different tblock(1) thread(16)
#pragma hicuda loop_partition over_thread jam(4:2)
    for (int i = 0; i < 128; i++)
        a[i] *= 2;    //~ E0630
#pragma hicuda loop_partition over_thread jam(4)
    for (int i = 0; i < 128; i++)
        b[i] = a[i];
#pragma hicuda kernel_end
#pragma hicuda kernel equal tblock(1) thread(16)
#pragma hicuda loop_partition over_thread jam(4:2)
    for (int i = 0; i < 128; i++)
        a[i] *= 2;
#pragma hicuda loop_partition over_thread jam(4:2)
    for (int i = 0; i < 128; i++)
        b[i] = a[i];
#pragma hicuda kernel_end
#pragma hicuda kernel dealt tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread jam(2)
    for (int i = 0; i < 128; i++)
        a[i] *= 2;    //~ E0630
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread
    for (int i = 0; i < 128; i++)
        b[i] = a[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
