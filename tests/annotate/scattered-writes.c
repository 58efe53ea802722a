// annotate: --force
// Where an iteration writes is known when it runs.
#include <stdio.h>

#define N 100

static int a[N], where[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        where[i] = i * 7 % N;
    for (int i = 0; i < N; i++)
        a[where[i]] = i;
    printf("%d %d\n", a[3], a[77]);
    return 0;
}
