// annotate: --force
// An array that is declared in the iteration is its own.
#include <stdio.h>

#define N 100

static int y[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        int part[4];
        for (int k = 0; k < 4; k++)
            part[k] = (i >> k) & 3;
        y[i] = part[0] + 2 * part[1] + part[2] * part[3];
    }
    printf("%d %d\n", y[9], y[N - 1]);
    return 0;
}
