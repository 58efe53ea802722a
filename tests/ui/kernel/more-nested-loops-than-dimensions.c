// Each partitioned loop takes a dimension of the grid; siblings may share one.
void f(float a[8][8])
{
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel k tblock(4, 2) thread(8)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 8; i++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < 8; j++)
            a[i][j] = 0;
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 8; j++) {
#pragma hicuda loop_partition over_thread //~ E0502 number 2 `over_thread` in its nest, but `thread` has 1 dimension
            for (int k = 0; k < 8; k++)
                a[i][j] += k;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
}
