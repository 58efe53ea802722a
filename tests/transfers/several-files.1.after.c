// The array is in one file, the kernel in another.
#include <stdio.h>
#include <stdlib.h>
void advance(double *values, int count, double by);
extern double weights[16];
int main(void)
{
    int n = 40;
    double *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++)
        v[i] = i;
    for (int i = 0; i < 16; i++)
        weights[i] = 1.0 / (i + 1);
    #pragma hicuda global alloc weights[*] copyin
    #pragma hicuda global alloc v[0:n-1] copyin
    for (int t = 0; t < 5; t++)
        advance(v, n, 0.5);
    #pragma hicuda global copyout v[*]
    #pragma hicuda global free weights v
    printf("%f %f\n", v[0], v[39]);
    free(v);
    return 0;
}
