//@ emit: cuda cpu
//@ run: cpu
// Functions that partition loops, use shared memory and barriers: nesting goes on
// across the call.
#include <stdio.h>

#define N 6
#define M 64

float a[N][M], b[N][M], first[N];

static void add_to_row(float (*m)[M], int i, float by)
{
#pragma hicuda loop_partition over_thread
    for (int j = 0; j < M; j++)
        m[i][j] += by;
}

static void reverse(int i)
{
#pragma hicuda shared alloc a[i][0:M-1] copyin
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread
    for (int j = 0; j < M; j++)
        b[i][j] = a[i][M - 1 - j];
#pragma hicuda shared remove a
#pragma hicuda singular
    first[i] = i;
#pragma hicuda singular_end
}

static void both(int row)
{
    add_to_row(a, row, 0.5f);
#pragma hicuda barrier
    reverse(row);
    return;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * M + j;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*]
#pragma hicuda global alloc first[*]
#pragma hicuda kernel rows tblock(6) thread(32)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < N; i++) {
        both(i);
        add_to_row(b, i, 1);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*][*]
#pragma hicuda global copyout first[*]
#pragma hicuda global free a b first
    double total = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            total += b[i][j] * (j + 1) + first[i];
    printf("%g\n", total);
    return 0;
}
