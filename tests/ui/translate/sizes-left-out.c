//@ emit: cuda cpu
//@ run: cpu
// Without `tblock` and `thread` the compiler chooses, and says what.
#include <stdio.h>

#define N 100

int a[N], b[N][N], c[N];

void scale(int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel scaled //~ R2080 thread(256)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 3 + 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

int main(void)
{
    int i, j;
    for (i = 0; i < N; i++)
        a[i] = i;
    for (int n = -1; n <= N; n += N / 2)
        scale(n);
#pragma hicuda global alloc b[*][*]
#pragma hicuda global alloc c[*]
#pragma hicuda kernel table thread(8, 32) //~ R2080 tblock(13, 4)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (j = 0; j < N; j++)
            b[i][j] = i * j;
#pragma hicuda kernel_end
#pragma hicuda kernel rows //~ R2080
#pragma hicuda loop_partition over_tblock
    for (i = 0; i < N; i++)
#pragma hicuda loop_partition over_thread
        for (j = 0; j < 1; j++)
            c[i] = b[i][i] + j;
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda global copyout b[*][*]
#pragma hicuda global free b c
    unsigned check = 0;
    for (i = 0; i < N; i++)
        check = check * 31u + (unsigned)(a[i] + c[i] + b[i][N - 1 - i]);
    printf("%u\n", check);
    return 0;
}
