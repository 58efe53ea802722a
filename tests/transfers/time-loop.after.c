// The copies live around the time loop, and nothing moves inside it.
#include <stdio.h>
#define N 64
static float now[N], next[N];
int main(void)
{
    for (int i = 0; i < N; i++)
        now[i] = next[i] = i % 7;
    #pragma hicuda global alloc now[*] copyin
    #pragma hicuda global alloc next[*]
    for (int t = 0; t < 10; t++) {
        #pragma hicuda kernel smooth tblock(2) thread(32)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < N - 1; i++)
            next[i] = (now[i - 1] + now[i] + now[i + 1]) / 3;
        #pragma hicuda kernel_end
        #pragma hicuda kernel back tblock(2) thread(32)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < N - 1; i++)
            now[i] = next[i];
        #pragma hicuda kernel_end
    }
    #pragma hicuda global copyout now[*]
    #pragma hicuda global free now next
    for (int i = 0; i < N; i++)
        printf("%f\n", now[i]);
    return 0;
}
