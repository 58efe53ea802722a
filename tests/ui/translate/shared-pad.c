//@ emit: cuda cpu
//@ run: cpu h200
// Padding against bank conflicts: chosen, given, and switched off.
#include <stdio.h>

#define N 64

float a[N][N], b[N][N], c[N][N], sums[N][N];

int main(void)
{
    a[1][2] = 1;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*] copyin
#pragma hicuda global alloc sums[*][*]
#pragma hicuda kernel add tblock(4, 4) thread(16, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < N; j++) {
#pragma hicuda shared alloc a[j][i] copyin pad(auto)
#pragma hicuda shared alloc b[j][i] copyin pad(2)
#pragma hicuda shared alloc c[j][i] copyin pad(none)
            sums[i][j] = a[j][i] + b[j][i] + c[j][i];
#pragma hicuda shared remove a b c
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout sums[*][*]
#pragma hicuda global free a b c sums
    printf("%g %g\n", sums[2][1], sums[1][2]);
    return 0;
}
