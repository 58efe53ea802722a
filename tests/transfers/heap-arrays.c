// The size of an allocated array is what the program allocates.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = 100 + argc;
    size_t bytes = n * sizeof(float);
    float *a = malloc(bytes);
    double *b = calloc(n, sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma hicuda kernel widen tblock(2) thread(64)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        b[i] += a[i];
    #pragma hicuda kernel_end
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += b[i];
    printf("%f\n", sum);
    free(a);
    free(b);
    return 0;
}
