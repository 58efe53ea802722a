//@ run: cpu sim
//@ emit: cuda
// A kernel of one statement is one statement: it may be the body of a loop or an `if` without braces.
#include <stdio.h>

#define N 100

static float a[N], b[N];

static void steps(int count)
{
    for (int s = 0; s < count; s++)
#pragma hicuda kernel step tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < N - 1; i++)
            b[i] = b[i] * 0.5f + a[i - 1] + a[i + 1] * s;
#pragma hicuda kernel_end
    if (count > 3)
#pragma hicuda kernel more tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < N - 1; i++)
            b[i] += 1;
#pragma hicuda kernel_end
    while (count-- > 0)
#pragma hicuda kernel fewer tblock((count + 5) / 2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < N - count; i++)
            b[i] += 1;
#pragma hicuda kernel_end
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 13;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
    steps(7);
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += b[i];
    printf("%.3f\n", sum);
    return 0;
}
