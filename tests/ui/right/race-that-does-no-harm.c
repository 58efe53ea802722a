//@ run: cpu
// In Floyd and Warshall's step threads read what others write, and find either value right:
// `independent` vouches for it.
#include <stdio.h>
#define N 16
int d[N][N];
int main(void) {
    int i, j, k;
    for (i = 0; i < N; i++) for (j = 0; j < N; j++) d[i][j] = i == j ? 0 : (i * 7 + j * 13) % 29 + 1;
#pragma hicuda global alloc d[*][*] copyin
    for (k = 0; k < N; k++) {
#pragma hicuda kernel step tblock(N) thread(N)
#pragma hicuda loop_partition over_tblock independent
        for (i = 0; i < N; i++)
#pragma hicuda loop_partition over_thread independent
            for (j = 0; j < N; j++)
                if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j];
#pragma hicuda kernel_end
    }
#pragma hicuda global copyout d[*][*]
#pragma hicuda global free d
    for (i = 0; i < N; i++) printf("%d ", d[i][5]);
    return 0;
}
