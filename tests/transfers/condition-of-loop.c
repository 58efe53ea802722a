// The condition of the loop reads what the kernel writes.
#include <stdio.h>
#define N 64
static int left[N];
int main(void)
{
    for (int i = 0; i < N; i++)
        left[i] = i;
    while (left[N - 1] > 40) {
        #pragma hicuda kernel less tblock(2) thread(32)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            left[i] -= 3;
        #pragma hicuda kernel_end
    }
    printf("%d %d\n", left[0], left[N - 1]);
    return 0;
}
