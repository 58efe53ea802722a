// annotate: --force --function second
// Only the function that is named.
#include <stdio.h>

#define N 64

static int a[N];

static void first(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
}

static void second(void)
{
    for (int i = 0; i < N; i++)
        a[i] *= 2;
}

int main(void)
{
    first();
    second();
    printf("%d\n", a[N - 1]);
    return 0;
}
