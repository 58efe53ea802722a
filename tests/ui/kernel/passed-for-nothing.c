// A function that does nothing with an array of the host's: the kernel cannot name it.
double unused[20];
int grid[20];

static void set(int *x, int i, double *d)
{
    x[i] = i;
}

void all(void)
{
#pragma hicuda global alloc grid[*]
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 20; i++) {
        set(grid, i, unused);  //~ E0506 `unused` is not on the device
        set(grid, i, 0);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout grid[*]
#pragma hicuda global free grid
}
