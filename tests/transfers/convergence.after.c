// A loop that ends when the sum is small: the array stays, the sum comes back each time.
#include <stdio.h>
#define N 64
static double x[N];
int main(void)
{
    double change = 1;
    int steps = 0;
    for (int i = 0; i < N; i++)
        x[i] = i;
    #pragma hicuda global alloc x[*] copyin
    while (change > 0.5) {
        change = 0;
        #pragma hicuda kernel halve tblock(2) thread(32)
        #pragma hicuda loop_partition over_tblock over_thread reduction(+:change)
        for (int i = 0; i < N; i++) {
            x[i] = x[i] / 2;
            change += x[i];
        }
        #pragma hicuda kernel_end
        steps++;
    }
    #pragma hicuda global copyout x[*]
    #pragma hicuda global free x
    printf("%d %f\n", steps, x[N - 1]);
    return 0;
}
