// annotate:
// Parallel, and faster where it is.
#include <stdio.h>

static int a[100];

int main(void)
{
    for (int i = 0; i < 100; i++)
        a[i] = i * i;
    printf("%d\n", a[99]);
    return 0;
}
