//@ emit: cuda cpu
//@ run: cpu sim
// What is assumed is tested when the program runs, and proves what could not be proven without it.
#include <stdio.h>

#define N 64

int a[4 * N], b[N];

// Iterations would meet if `shift` were less than `n`.
static void fold(int n, int shift)
{
#pragma hicuda assume(0 <= n, n <= shift, n + shift <= 4 * N)
#pragma hicuda global alloc a[0:n+shift-1] copyin
#pragma hicuda kernel folds tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] += a[i + shift];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global free a
}

// In a kernel it is tested before each launch.
static void pick(int first)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
    for (int round = 0; round < 2; round++) {
#pragma hicuda kernel picks tblock(1) thread(N)
#pragma hicuda assume(first >= 0, first <= 3 * N)
#pragma hicuda loop_partition over_thread
        for (int i = 0; i < N; i++)
            b[i] = a[first + i];
#pragma hicuda kernel_end
    }
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}

int main(void)
{
    unsigned check = 0;
    for (int i = 0; i < 4 * N; i++)
        a[i] = i * i % 101;
    fold(N, 2 * N);
    pick(3 * N);
    for (int i = 0; i < N; i++)
        check = check * 31u + (unsigned)(a[i] + b[i]);
    printf("%u\n", check);
    return 0;
}
