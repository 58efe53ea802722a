//@ run: cpu sim
//@ emit: cuda cpu
// Places in a matrix, as linear indices; the last of equal values, also where the value from before is one of them;
// places of eight bytes.
#include <stdio.h>
#define N 61

int a[N][N];

static void in_rows(int n, int limit)
{
    int most = limit, at = 100000;
    unsigned long first = 9;
    int least = limit;
#pragma hicuda kernel places tblock(7, 3) thread(2, 32)
#pragma hicuda loop_partition over_tblock over_thread reduction(max: most at at) reduction(min: least at first)
    for (int i = 0; i < n; i++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < n; j++) {
            if (a[i][j] >= most) {
                most = a[i][j];
                at = i * n + j;
            }
            if (a[i][j] < least) {
                least = a[i][j];
                first = i;
            }
        }
    }
#pragma hicuda kernel_end
    printf("%d at %d, %d at %lu\n", most, at, least, first);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 17 + j * 29) % 83;
#pragma hicuda global alloc a[*][*] copyin
    in_rows(N, 40);
    in_rows(N, 82);
    in_rows(N, 83);
    in_rows(1, 0);
    in_rows(0, 1);
    int least = 50, at = -5;
#pragma hicuda kernel rest tblock(5) thread(64)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread reduction(fast, min: least at at)
    for (int i = N - 1; i > 3; i -= 2)
        for (int j = 0; j < i; j++)
            if (a[i][j] < least)
                at = i, least = a[i][j];
#pragma hicuda kernel_end
#pragma hicuda global free a
    printf("%d at %d\n", least, at);
    return 0;
}
