// A kernel that writes the inside of an array: what comes back must have been brought.
#include <stdio.h>
#define N 64
int main(void)
{
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = -i;
    #pragma hicuda kernel inside tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < N - 1; i++)
        a[i] = i;
    #pragma hicuda kernel_end
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf("%d\n", sum);
    return 0;
}
