// annotate: --force
// Variables from outside that every iteration sets first.
#include <stdio.h>

#define N 300

static int a[N], b[N];

int main(void)
{
    int i, t, u;
    for (i = 0; i < N; i++)
        a[i] = i;
    for (i = 0; i < N; i++) {
        t = a[i] * 2;
        if (t % 3 == 0)
            u = t / 3;
        else
            u = -t;
        b[i] = t + u;
    }
    printf("%d %d\n", b[9], b[N - 1]);
    return 0;
}
