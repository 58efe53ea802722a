//@ emit: cuda cpu
//@ run: cpu h200
// A section per iteration becomes a tile per block.
#include <stdio.h>

#define N 64

int a[N][N], b[N][N];

int main(void)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] = i * N + j;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*]
#pragma hicuda kernel transpose tblock(N/16, N/16) thread(16, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (j = 0; j < N; j++) {
#pragma hicuda shared alloc a[j][i] copyin
#pragma hicuda barrier
            b[i][j] = a[j][i];
#pragma hicuda barrier
#pragma hicuda shared remove a
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*][*]
#pragma hicuda global free a b
    printf("%d %d\n", b[1][0], b[2][63]);
    return 0;
}
