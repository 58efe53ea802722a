// annotate: --force
// Each element for itself.
#include <stdio.h>

#define N 1000

static int a[N], b[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 3 % 17;
    for (int i = 0; i < N; i++)
        b[i] = a[i] * a[i] + i;
    int check = 0;
    for (int i = 0; i < N; i++)
        check = check * 31 + b[i] & 0xffffff;
    printf("%d\n", check);
    return 0;
}
