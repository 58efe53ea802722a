// annotate: --force
// Each iteration needs the one before: the report names the two accesses.
#include <stdio.h>

#define N 100

static int a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 5;
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1] + 2 * a[i];
    printf("%d\n", a[20]);
    return 0;
}
