// annotate: --force
// One function has its copy of `a` already. The others get theirs around their own kernels, outside their
// loops, and what the first makes goes home before its copy does.
#include <stdio.h>

#define N 64

static int a[N], b[N], expected[N];

static void begin(int *x)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 7;
}

static void smooth(int steps)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
    for (int t = 0; t < steps; t++) {
#pragma hicuda kernel forth tblock(1) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < N - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
#pragma hicuda kernel_end
#pragma hicuda kernel back tblock(1) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < N - 1; i++)
            a[i] = b[i] % 1000;
#pragma hicuda kernel_end
    }
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
}

int main(void)
{
    static int other[N];
    begin(a);
    begin(expected);
    smooth(9);
    for (int t = 0; t < 9; t++) {
        for (int i = 1; i < N - 1; i++)
            other[i] = expected[i - 1] + expected[i + 1];
        for (int i = 1; i < N - 1; i++)
            expected[i] = other[i] % 1000;
    }
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += a[i] != expected[i];
    printf("%d wrong, %d in the middle\n", wrong, a[N / 2]);
    return wrong != 0;
}
