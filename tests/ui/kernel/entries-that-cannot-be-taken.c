// A loop that names its entry of `tblock` or `thread`: it must exist, and no loop around may have it.
static int a[64][64], y[64];

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
#pragma hicuda kernel over_four tblock(4, 4) thread(64)
#pragma hicuda loop_partition over_tblock(4)    //~ E0503 2 entries
    for (int i = 0; i < 64; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < 64; j++)
            a[i][j] = 0;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
}

void twice(void)
{
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel threads tblock(1) thread(4, 16)
#pragma hicuda loop_partition over_tblock over_thread(2)
    for (int i = 0; i < 64; i++)
#pragma hicuda loop_partition over_thread(2)    //~ E0503 entry 2
        for (int j = 0; j < 64; j++)
            a[i][j] = 0;
#pragma hicuda kernel_end
#pragma hicuda kernel blocks tblock(4, 16) thread(64)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 64; i++)
#pragma hicuda loop_partition over_tblock(1) over_thread    //~ E0503 entry 1
        for (int j = 0; j < 64; j++)
            a[i][j] = 0;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
}

void all_taken(void)
{
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel rows tblock(4, 4) thread(64)
#pragma hicuda loop_partition over_tblock(2)
    for (int i = 0; i < 64; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < 64; j++)
#pragma hicuda loop_partition over_tblock    //~ E0502 number 3
            for (int k = 0; k < 1; k++)
                a[i][j] = k;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
}

void chosen(void)
{
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel has_two    //~ R2080
#pragma hicuda loop_partition over_tblock(3) over_thread    //~ E0503 2 entries
    for (int i = 0; i < 64; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < 64; j++)
            a[i][j] = 0;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
}

void in_between(void)
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc y[*]
#pragma hicuda kernel sums tblock(4) thread(4, 8, 4)
#pragma hicuda loop_partition over_tblock over_thread(2)
    for (int i = 0; i < 64; i++) {
        int sum = 0;
#pragma hicuda loop_partition over_thread(1) reduction(+: sum)    //~ E0503 several places
        for (int j = 0; j < 64; j++)
            sum += a[i][j];
        y[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free a y
}
