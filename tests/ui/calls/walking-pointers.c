//@ emit: cuda cpu
//@ run: cpu
// `*p++` walks, in the kernel and in a function, and a base with an offset.
#include <stdio.h>

#define N 32
#define K 5

int a[N + K], b[N], c[N];

static int dot(const int *p, const int *q, int n)
{
    int sum = 0;
    while (n-- > 0)
        sum += *p++ * *q++;
    return sum;
}

int main(void)
{
    for (int i = 0; i < N + K; i++)
        a[i] = i % 7 - 3;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda global alloc c[*]
#pragma hicuda kernel walk tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        const int *p = a + i;
        int sum = 0;
        for (int k = 0; k < K; k++)
            sum += *p++;
        b[i] = sum;
        const int *centre = &a[i + 2];
        c[i] = dot(a + i, &a[i], K) + centre[-2] * centre[-1];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global copyout c[*]
#pragma hicuda global free a b c
    int total = 0;
    for (int i = 0; i < N; i++)
        total += b[i] * 100 + c[i] * (i + 1);
    printf("%d\n", total);
    return 0;
}
