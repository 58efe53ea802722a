// annotate: --force
// Loops that count down, or by twos, or with unsigned indices.
#include <stdio.h>

#define N 200

static int a[N];

int main(void)
{
    for (int i = N - 1; i >= 0; i--)
        a[i] = i;
    for (unsigned i = 0; i < N; i += 2)
        a[i + 1] = a[i] * 3;
    for (long i = N; i > 0; i--)
        a[i - 1] ^= 5;
    printf("%d %d\n", a[6], a[N - 1]);
    return 0;
}
