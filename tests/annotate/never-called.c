// annotate: --force
// A function that nobody calls stays as it is, and keeps nothing else from the GPU.
#include <stdio.h>

int g[100];

void unused(int n, int *x, int *y)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * 3;
}

int main(void)
{
    for (int i = 0; i < 100; i++)
        g[i] = i * 3;
    printf("%d\n", g[5]);
    return 0;
}
