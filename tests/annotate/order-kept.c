// annotate: --force --keep-order
// A floating-point sum in its order is serial; one of integers is not.
#include <stdio.h>

#define N 1000

static float a[N];
static int b[N];

int main(void)
{
    float sum = 0;
    int count = 0;
    for (int i = 0; i < N; i++) {
        a[i] = 1.0f / (i + 1);
        b[i] = i % 3;
    }
    for (int i = 0; i < N; i++)
        sum += a[i];
    for (int i = 0; i < N; i++)
        count += b[i];
    printf("%g %d\n", sum, count);
    return 0;
}
