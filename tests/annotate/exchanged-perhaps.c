// annotate: --force
// Pointers that only one path exchanges while a single one of their arrays is used on the device: each kernel makes the copy of what
// its pointer names then, and no copy is there for longer.
#include <stdio.h>
#include <stdlib.h>

#define N 1000

int main(int argc, char **argv)
{
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *t;
    for (int i = 0; i < N; i++)
        scanf("%lf %lf", &a[i], &b[i]);
    for (int i = 0; i < N; i++)
        a[i] = a[i] * 3 + 1;
    printf("%f\n", a[5]);
    if (argc > 2) {
        t = a;
        a = b;
        b = t;
    }
    for (int i = 0; i < N; i++)
        a[i] = a[i] * 2 + 1;
    printf("%f %f\n", a[5], b[5]);
    return 0;
}
