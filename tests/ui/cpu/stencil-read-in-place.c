//@ emit: cpu
//@ run: cpu h200
// A shared copy of a few elements per thread does not pay on a CPU: the array
// is read in place, and without a copy nobody waits for anybody.
#include <stdio.h>
#define N 50
static int a[N][N], b[N][N];

int main(void)
{
    int sum;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 5 + j * 3) % 17;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] clear
#pragma hicuda kernel relax tblock(6, 3) thread(8, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < N - 1; i++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j < N - 1; j++) {
#pragma hicuda shared alloc a[i-1:i+1][j-1:j+1] copyin
#pragma hicuda barrier
            sum = a[i - 1][j] + a[i + 1][j];
            sum += a[i][j - 1] + a[i][j + 1];
            b[i][j] = sum;
#pragma hicuda barrier
#pragma hicuda shared remove a
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*][*]
#pragma hicuda global free a b
    for (int i = 0; i < N; i += 7)
        for (int j = 0; j < N; j += 9)
            printf("%d\n", b[i][j]);
    return 0;
}
