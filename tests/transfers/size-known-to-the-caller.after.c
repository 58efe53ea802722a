// A function cannot tell the size of what it gets; its caller, which allocated it, can.
#include <stdio.h>
#include <stdlib.h>
static void scatter(const int *to, double *values, int n)
{
#pragma hicuda global alloc to[0:n-1] copyin
#pragma hicuda kernel scattered tblock(1) thread(32)
#pragma hicuda loop_partition over_thread independent
    for (int i = 0; i < n; i++)
        values[to[i]] = 2 * i;
#pragma hicuda kernel_end
#pragma hicuda global free to
}
int main(int argc, char **argv)
{
    int n = 20 + argc;
    int *to = malloc(n * sizeof *to);
    double *values = malloc(3 * n * sizeof *values), sum = 0;
    for (int i = 0; i < n; i++)
        to[i] = 3 * i;
    for (int i = 0; i < 3 * n; i++)
        values[i] = i;
    #pragma hicuda shape values[3*n]
    #pragma hicuda global alloc values[*] copyin
    scatter(to, values, n);
    #pragma hicuda global copyout values[*]
    #pragma hicuda global free values
    for (int i = 0; i < 3 * n; i++)
        sum += values[i] * (i % 5);
    printf("%g\n", sum);
    free(to);
    free(values);
    return 0;
}
