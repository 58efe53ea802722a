//@ flags: --gpu=processor
//@ emit: opencl
//@ fix: diff
//@ run: cpu sim
// A processor as an OpenCL device: long rows of threads, few blocks that take turns, and one iteration a thread.
#include <stdio.h>

float a[300][500], b[300][500];

int main(void)
{
    int total = 0;
    for (int i = 0; i < 300; i++)
        for (int j = 0; j < 500; j++)
            a[i][j] = (i * j) % 17;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*]
#pragma hicuda kernel twice
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 300; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < 500; j++)
            b[i][j] = 2 * a[i][j];
#pragma hicuda kernel_end
#pragma hicuda kernel add
#pragma hicuda loop_partition over_tblock over_thread reduction(+: total)
    for (int i = 0; i < 300; i++)
        total += (int)b[i][7];
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*][*]
#pragma hicuda global free a b
    printf("%d %g\n", total, b[299][499]);
    return 0;
}
