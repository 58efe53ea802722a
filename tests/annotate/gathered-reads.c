// annotate: --force
// Reading from anywhere is harmless.
#include <stdio.h>

#define N 100

static int a[N], b[N], where[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        where[i] = i * 7 % N;
        a[i] = i * i % 101;
    }
    for (int i = 0; i < N; i++)
        b[i] = a[where[i]];
    printf("%d %d\n", b[3], b[77]);
    return 0;
}
