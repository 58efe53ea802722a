// Kernels have `printf`, and no other files.
#include <stdio.h>
#include <stdlib.h>
__global__ void k(int *a)
{
    printf("%d\n", a[0]);
    FILE *f = fopen("x", "w"); //~ E0933 `fopen` is a function of the host
    fprintf(f, "%d\n", a[0]); //~ E0933 `fprintf` is a function of the host
    a[1] = rand(); //~ E0933 `rand` is a function of the host
    if (a[0] < 0)
        exit(1); //~ E0933 `exit` is a function of the host
}
