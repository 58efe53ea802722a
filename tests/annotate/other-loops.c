// annotate: --force
// Loops that are not counted: `while`, an early exit, a step that grows.
#include <stdio.h>

#define N 256

static int a[N];

int main(void)
{
    int i = 0;
    while (i < N) {
        a[i] = i * 3;
        i++;
    }
    for (i = 0; i < N; i++)
        if (a[i] > 300)
            break;
    for (int step = 1; step < N; step *= 2)
        a[step] += a[step - 1];
    printf("%d %d\n", i, a[128]);
    return 0;
}
