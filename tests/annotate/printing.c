// annotate: --force
// A loop that prints stays on the host.
#include <stdio.h>

#define N 5

static int a[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i * i;
        printf("%d ", a[i]);
    }
    printf("\n");
    return 0;
}
