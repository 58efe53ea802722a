// Threads and blocks of a dimension that no loop is partitioned over do the same work.
float a[64][64];
void f(void)
{
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel k tblock(4, 2) thread(32, 8)    //~ W1152 2 blocks do the same work
#pragma hicuda loop_partition over_tblock over_thread //~^ W1152 8 threads do the same work
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            a[i][j] = 0;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
}
