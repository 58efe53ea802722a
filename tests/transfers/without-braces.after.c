// Calls and kernels in statements without braces, and several statements in a line.
#include <stdio.h>
#define N 64
static float a[N];
static void bump(float *p)
{
    #pragma hicuda kernel bumping tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        p[i] += 1;
    #pragma hicuda kernel_end
}
int main(int argc, char **argv)
{
    for (int i = 0; i < N; i++) a[i] = i;
    #pragma hicuda global alloc a[*] copyin
    if (argc < 5)
        for (int t = 0; t < 3; t++)
            bump(a);
    #pragma hicuda global copyout a[*]
    printf("%f\n", a[3]); bump(a); _Pragma("hicuda global copyout a[*]") _Pragma("hicuda global free a") printf("%f\n", a[4]);
    return 0;
}
