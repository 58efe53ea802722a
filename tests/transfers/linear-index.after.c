// A matrix in one dimension, whose size only the kernel's loops tell.
#include <stdio.h>
#include <stdlib.h>
static void transpose(const float *from, float *to, int rows, int columns)
{
    #pragma hicuda global alloc from[0:rows*columns-1] copyin
    #pragma hicuda global alloc to[0:rows*columns-1]
    #pragma hicuda kernel turning tblock(4) thread(16)
    #pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            to[j * rows + i] = from[i * columns + j];
    #pragma hicuda kernel_end
    #pragma hicuda global copyout to[*]
    #pragma hicuda global free from to
}
int main(void)
{
    int n = 6, m = 9;
    float *a = malloc(n * m * sizeof *a), *b = malloc(n * m * sizeof *b);
    for (int i = 0; i < n * m; i++)
        a[i] = i;
    transpose(a, b, n, m);
    for (int i = 0; i < n * m; i += 5)
        printf("%f\n", b[i]);
    return 0;
}
