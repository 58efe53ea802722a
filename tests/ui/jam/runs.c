//@ emit: cuda
//@ run: cpu sim
// `jam(n:w)`: a thread has its iterations in runs of w neighbours, for every length, both directions, and any number of threads.
#include <stdio.h>

#define N 103

static int a[N], b[N], c[N];

static void all_in_one_run(int n)
{
#pragma hicuda kernel one_run tblock((n + 63) / 64) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(4:4)
    for (int i = 0; i < n; i++)
        b[i] = 3 * a[i] + i;
#pragma hicuda kernel_end
}

static void two_runs(int n)
{
#pragma hicuda kernel two tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread jam(4:2)
    for (int i = 0; i < n; i++)
        b[i] += a[i] * i;
#pragma hicuda kernel_end
}

static void in_turns(int n, int threads)
{
#pragma hicuda kernel turns tblock(3) thread(threads)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread jam(6:3)
    for (int i = n - 1; i >= 0; i -= 2)
        c[i] = b[i] - a[i];
#pragma hicuda kernel_end
}

static void one_block(int n)
{
#pragma hicuda kernel alone tblock(1) thread(8)
#pragma hicuda loop_partition over_thread jam(4:2)
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k <= i; k++)
            sum += a[k];
        c[i] += sum;
    }
#pragma hicuda kernel_end
}

int main(void)
{
    const int lengths[] = { 0, 1, 2, 5, 16, 63, 64, 65, 96, N };
    for (int i = 0; i < N; i++)
        a[i] = i * 7 % 13;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda global alloc c[*] copyin
    for (int l = 0; l < 10; l++) {
        all_in_one_run(lengths[l]);
        two_runs(lengths[l]);
        in_turns(lengths[l], 1 + l);
        one_block(lengths[l]);
    }
#pragma hicuda global copyout b[*]
#pragma hicuda global copyout c[*]
#pragma hicuda global free a b c
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += (long)b[i] * (i + 1) + (long)c[i] * (i + 5);
    printf("%d %d %ld\n", b[N - 1], c[N - 1], sum);
    return 0;
}
