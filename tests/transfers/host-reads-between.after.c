// The host prints some steps only: the array comes back there and at the end.
#include <stdio.h>
#define N 64
static float a[N];
static void print(const float *values)
{
    for (int i = 0; i < N; i += 16)
        printf(" %f", values[i]);
    printf("\n");
}
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma hicuda global alloc a[*] copyin
    for (int t = 0; t < 20; t++) {
        #pragma hicuda kernel grow tblock(2) thread(32)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            a[i] = a[i] * 1.5f + t;
        #pragma hicuda kernel_end
        #pragma hicuda global copyout a[*]
        if (t % 10 == 0)
            print(a);
    }
    #pragma hicuda global free a
    print(a);
    return 0;
}
