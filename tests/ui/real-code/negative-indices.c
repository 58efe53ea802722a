//@ emit: cuda cpu
//@ run: cpu
// A pointer into its array: there are elements before it.
#include <stdio.h>
#include <stdlib.h>
#define N 64
#define MARGIN 8

static void blur(const float *a, float *b)
{
#pragma hicuda kernel blurred tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        b[i] = a[i - MARGIN] + 2 * a[i] + a[i + MARGIN];
#pragma hicuda kernel_end
}

int main(void)
{
    float *block = calloc(N + 2 * MARGIN, sizeof *block);
    float *a = block + MARGIN, b[N];
    for (int i = -MARGIN; i < N + MARGIN; i++)
        a[i] = i * 0.5f;
#pragma hicuda global alloc a[-MARGIN:N+MARGIN-1] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = -MARGIN; i < N; i++)
        a[i] *= 2;
#pragma hicuda kernel_end
    blur(a, b);
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    printf("%g %g\n", b[0], b[N - 1]);
    free(block);
    return 0;
}
