// The sum of 2^28 numbers of type float. They are small and cancel each other, so that every order
// of addition gives the same sum.
#include <stdio.h>
#include <stdlib.h>

static double sum(int n, const float *a)
{
    double total = 0;
    float part = 0;
#pragma hicuda shape a[n]
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel sum_float tblock(1056) thread(256)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread reduction(+: part)
    for (int i = 0; i < n; i++)
        part += a[i];
#pragma hicuda kernel_end
#pragma hicuda global free a
    total += part;
    return total;
}

int main(void)
{
    int n = 1 << 28;
    float *a = malloc(n * sizeof *a);
    unsigned seed = 5;

    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (float)(seed >> 29) - 3.5f;
    }
    printf("%.1f\n", sum(n, a));
    return 0;
}
