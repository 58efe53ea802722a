//@ emit: cuda cpu
//@ run: cpu
// Static variables that each call writes before it reads: every thread has its own.
#include <stdio.h>
#define N 96

float x[N], y[N];

static float smoothed(float centre, float slope)
{
    static float w[5];
    static float sum;
    for (int k = 0; k < 5; k++)
        w[k] = centre + slope * (k - 2);
    sum = 0;
    for (int k = 0; k < 5; k++)
        sum += w[k] * w[4 - k];
    return sum;
}

static float rotated(float u, float v, int axis)
{
    static float p[3];
    p[0] = u - v;
    p[1] = u + v;
    p[2] = axis ? p[0] : p[1];
    return p[axis % 3] + p[2] + smoothed(u, v);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 13 * 0.5f;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*]
#pragma hicuda kernel rotate tblock(3) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        y[i] = rotated(x[i], i * 0.25f, i);
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free x y
    float total = smoothed(1, 2);
    for (int i = 0; i < N; i++)
        total += y[i] * (i + 1);
    printf("%g\n", total);
    return 0;
}
