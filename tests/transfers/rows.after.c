// A pointer to rows.
#include <stdio.h>
#include <stdlib.h>
#define M 12
int main(void)
{
    int n = 10;
    double (*a)[M] = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * j;
    #pragma hicuda global alloc a[0:n-1][*] copyin
    #pragma hicuda kernel plus tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            a[i][j] += 1;
    #pragma hicuda kernel_end
    #pragma hicuda global copyout a[*][*]
    #pragma hicuda global free a
    printf("%f %f\n", a[0][0], a[9][11]);
    return 0;
}
