// annotate: --force
// Iterations meet in elements of `bins`, and only count.
#include <stdio.h>

#define N 4000

static unsigned bins[64];
static unsigned char data[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        data[i] = i * 37 % 61;
    for (int i = 0; i < N; i++)
        bins[data[i]]++;
    for (int i = 0; i < 64; i += 9)
        printf("%u ", bins[i]);
    printf("\n");
    return 0;
}
