// The same function over device memory, a constant and a thread's own array, and names
// that OpenCL C takes for itself.
//@ run: cpu
#include <stdio.h>
#define N 64
float a[N], b[N];
float weight[4] = { 1, 2, 3, 4 };
static float sum(const float *values, int n)
{
    float total = 0;
    for (int i = 0; i < n; i++)
        total += values[i];
    return total;
}
static float step(float *kernel, int length)
{
    float total = 0;
    for (int i = 0; i < length; i++)
        total += kernel[i];
    return total;
}
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma hicuda constant copyin weight[*]
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel global tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        float own[4];
        for (int local = 0; local < 4; local++)
            own[local] = local * i;
        b[i] = sum(&a[i / 8], 3) + sum(own, 4) + sum(weight, 4) + step(&a[i / 4], 2);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
#pragma hicuda constant remove weight
    double half = 0;
    for (int i = 0; i < N; i++)
        half += b[i];
    printf("%g %g %g %g\n", b[0], b[1], b[N - 1], half);
    return 0;
}
