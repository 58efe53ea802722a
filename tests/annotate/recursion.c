// annotate: --force --keep-order
// `total` reads all of `a` on the host, though its first call only calls it again.
#include <stdio.h>

static int a[512];

static int total(const int *p, int n)
{
    if (n > 16)
        return total(p, n / 2) + total(p + n / 2, n - n / 2);
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i];
    return sum;
}

int main(void)
{
    for (int i = 0; i < 512; i++)
        a[i] = i % 13;
    printf("%d\n", total(a, 512));
    for (int i = 0; i < 512; i++)
        a[i] = 3 * a[i] + i;
    printf("%d\n", total(a, 512));
    return 0;
}
