// A section of rows behind pointers has a range for each dimension of their `shape`.
void add(int n, int m, float **a)
{
    #pragma hicuda shape a[n][m]
    #pragma hicuda global alloc a[*] copyin //~ E0461 a section with 1 of the array's 2 dimensions
    #pragma hicuda global alloc a[*][*] copyin
    #pragma hicuda kernel add_one tblock((m + 31) / 32, n) thread(32)
    #pragma hicuda loop_partition over_tblock
    for (int i = 0; i < n; i++)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < m; j++)
            a[i][j] += 1;
    #pragma hicuda kernel_end
    #pragma hicuda global copyout a[*][*]
    #pragma hicuda global free a
}
