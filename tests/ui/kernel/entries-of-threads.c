// A loop that names its entry of `thread`: it must exist, and no loop around may have it.
static int a[64][64];

void beyond(void)
{
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel over_two tblock(64) thread(64)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 64; i++)
#pragma hicuda loop_partition over_thread(2)    //~ E0503 one entry
        for (int j = 0; j < 64; j++)
            a[i][j] = 0;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
}

void twice(void)
{
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel both tblock(1) thread(4, 16)
#pragma hicuda loop_partition over_tblock over_thread(2)
    for (int i = 0; i < 64; i++)
#pragma hicuda loop_partition over_thread    //~ E0503 entry 2
        for (int j = 0; j < 64; j++)
            a[i][j] = 0;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
}
