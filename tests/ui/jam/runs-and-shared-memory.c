//@ emit: cuda
//@ run: cpu sim
// Sections widen over the runs of a thread, and the elements of a run are neighbours in the tile; sums of a block with runs.
#include <stdio.h>

#define N 64
#define M 90

static int a[N][M], b[N][M], y[N], total;

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 31 + j * 17) % 23;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] clear
#pragma hicuda global alloc y[*]
#pragma hicuda kernel blur tblock(16, 2) thread(4, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread jam(8:4)
        for (int j = 1; j < M - 1; j++) {
#pragma hicuda shared alloc a[i][j - 1:j + 1] copyin
            b[i][j] = a[i][j - 1] + 2 * a[i][j] + a[i][j + 1];
#pragma hicuda shared remove a
        }
#pragma hicuda kernel_end
#pragma hicuda kernel rows tblock(N) thread(16)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < N; i++) {
        int sum = 0;
#pragma hicuda loop_partition over_thread jam(4:2) reduction(+: sum)
        for (int j = 0; j < M; j++)
            sum += b[i][j] * j;
        y[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel all tblock(3) thread(8)
#pragma hicuda loop_partition over_tblock over_thread jam(4:4) reduction(+: total)
    for (int i = N - 1; i >= 0; i--)
        total += y[i] % 1000;
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*][*]
#pragma hicuda global copyout y[*]
#pragma hicuda global free a b y
    printf("%d %d %d %d\n", b[63][88], y[0], y[63], total);
    return 0;
}
