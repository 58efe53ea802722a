//@ run: cpu sim
// More rows than a grid has blocks in that direction, as the run tells: blocks take turns.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rows = 65540 + argc, columns = 2;
    int *a = malloc(sizeof(int) * rows * columns);
    if (!a)
        return 1;
#pragma hicuda shape a[rows][columns]
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel fill thread(1, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < rows; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < columns; j++)
            a[i * columns + j] = i % 7 + j;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
    long sum = 0;
    for (int i = 0; i < rows * columns; i++)
        sum += a[i];
    printf("%ld\n", sum);
    free(a);
    return 0;
}
