// Functions of the C library read and write arrays, too.
#include <stdio.h>
#include <string.h>
#define N 64
int main(void)
{
    int a[N], b[N], c[N];
    memset(a, 0, sizeof a);
    #pragma hicuda global alloc a[*] copyin
    #pragma hicuda global alloc b[*]
    #pragma hicuda global alloc c[*]
    for (int t = 0; t < 3; t++) {
        #pragma hicuda kernel count tblock(2) thread(32)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            a[i] += i;
        #pragma hicuda kernel_end
        #pragma hicuda global copyout a[*]
        memcpy(b, a, sizeof a);
        #pragma hicuda global copyin b[*]
        #pragma hicuda kernel square tblock(2) thread(32)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            c[i] = b[i] * b[i];
        #pragma hicuda kernel_end
        #pragma hicuda global copyout c[N - 1]
        printf("%d\n", c[N - 1]);
    }
    #pragma hicuda global free a b c
    return 0;
}
