// annotate: --force
// `last` is wanted after the loop: no iteration may have it for itself.
#include <stdio.h>

#define N 300

static int a[N];

int main(void)
{
    int last = 0;
    for (int i = 0; i < N; i++)
        a[i] = i * 11 % 97;
    for (int i = 0; i < N; i++)
        if (a[i] == 42)
            last = i;
    printf("%d\n", last);
    return 0;
}
