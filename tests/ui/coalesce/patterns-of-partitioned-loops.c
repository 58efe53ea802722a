//@ explain: accesses
// The same for kernels between directives, where loops are the threads.
void sums(float a[64][512], float rows[64], float columns[512])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc rows[*]
#pragma hicuda global alloc columns[*]
#pragma hicuda kernel over_rows tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
        float sum = 0;
        for (int j = 0; j < 512; j++)
            sum += a[i][j];
        rows[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel over_columns tblock(4) thread(128)
#pragma hicuda loop_partition over_tblock over_thread
    for (int j = 0; j < 512; j++) {
        float sum = 0;
        for (int i = 0; i < 64; i++)
            sum += a[i][j];
        columns[j] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout rows[*]
#pragma hicuda global copyout columns[*]
#pragma hicuda global free a rows columns
}
