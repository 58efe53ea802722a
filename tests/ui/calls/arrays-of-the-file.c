//@ emit: cuda cpu
//@ run: cpu
// A called function that uses arrays and variables of the file gets them from
// the kernel; constants it has itself.
#include <stdio.h>

#define N 64

static const float weights[3] = {0.25f, 0.5f, 0.25f};
static const int border = 1;
float in[N], out[N];
int count = N;
float gain;

static int inside(int i)
{
    return i >= border && i < count - border;
}

static float smooth(int i)
{
    if (!inside(i))
        return in[i];
    float sum = 0;
    for (int k = -1; k <= 1; k++)
        sum += weights[k + 1] * in[i + k];
    return sum * gain;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        in[i] = i * i % 17;
    gain = 1.5f;
#pragma hicuda global alloc in[*] copyin
#pragma hicuda global alloc out[*]
#pragma hicuda kernel filter tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        out[i] = smooth(i);
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*]
#pragma hicuda global free in out
    double total = 0;
    for (int i = 0; i < N; i++)
        total += out[i] * (i + 1);
    printf("%g %g\n", total, smooth(5));
    return 0;
}
