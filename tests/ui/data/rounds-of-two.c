// What all rounds of a loop touch is not told where the last one does not reach the bound: the array may end there.
#include <stdio.h>
#include <stdlib.h>
static void work(int n, int m, float *a)
{
    for (int i = 0; i < n; i += 2) {
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < m; j++) a[i * m + j] += i + j; //~ E0721 no caller
#pragma hicuda kernel_end
    }
}
int main(int argc, char **argv)
{
    int n = 6, m = 7;
    float *a = malloc(5 * m * sizeof *a);
    for (int i = 0; i < 5 * m; i++) a[i] = i;
    work(n, m, a);
    printf("%g %g\n", a[3], a[4 * m + 2]);
    free(a);
}
