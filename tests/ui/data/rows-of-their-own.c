// Rows that are allocated one by one are no array that could be copied.
#include <stdlib.h>

int main(void)
{
    int n = 16, m = 20;
    float **a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = malloc(m * sizeof **a);
#pragma hicuda shape a[n][m]
#pragma hicuda global alloc a[*][*] copyin //~ E0521 the elements of `a` hold pointers
    return 0;
}
