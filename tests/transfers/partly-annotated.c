// What a person wrote stays; the other array gets its own.
#include <stdio.h>
#define N 64
static float a[N], b[N];
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma hicuda global alloc a[*] copyin
    #pragma hicuda kernel copying tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        b[i] = a[i] + 1;
    #pragma hicuda kernel_end
    #pragma hicuda global free a
    printf("%f\n", b[7]);
    return 0;
}
