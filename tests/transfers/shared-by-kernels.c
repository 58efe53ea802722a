// Two kernels of one function, between which the host changes another array.
#include <stdio.h>
#include <stdlib.h>
#define N 48
int main(void)
{
    float *a = malloc(N * sizeof(float)), *b = malloc(N * sizeof(float)), scale[4];
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int i = 0; i < 4; i++)
        scale[i] = i;
    #pragma hicuda kernel first tblock(1) thread(64)
    #pragma hicuda loop_partition over_thread
    for (int i = 0; i < N; i++)
        b[i] = a[i] * scale[i % 4];
    #pragma hicuda kernel_end
    for (int i = 0; i < 4; i++)
        scale[i] *= 2;
    #pragma hicuda kernel second tblock(1) thread(64)
    #pragma hicuda loop_partition over_thread
    for (int i = 0; i < N; i++)
        b[i] += a[i] * scale[i % 4];
    #pragma hicuda kernel_end
    printf("%f %f\n", b[1], b[47]);
    return 0;
}
