//@ emit: cuda cpu
//@ run: cpu
// `fastmath` is a matter of one kernel and of what it calls: the other keeps the
// exact functions.
#include <math.h>
#include <stdio.h>

float x[256], y[256], z[256];

static float shrunk(float value)
{
    float p = value + 1;
    return 3.0f / sqrtf(value) + value / p - 1.5f / p + value / 3.0f + p / (2.0f * value * sqrtf(p));
}

// A variable that stays a root is one; another is not.
static float rooted(float value)
{
    float root = sqrtf(value), grown = sqrtf(value);
    grown += 1;
    return (value + 2) / root + value / grown;
}

int main(void)
{
    for (int i = 0; i < 256; i++)
        x[i] = i * 0.01f + 1;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*]
#pragma hicuda global alloc z[*]
#pragma hicuda kernel quick tblock(4) thread(64) fastmath
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        y[i] = expf(-x[i]) / x[i] + 1.0f / sqrtf(x[i]) + sinf(x[i]) * cosf(x[i]) + powf(x[i], 1.5f) + log(x[i]) +
               shrunk(x[i]) + rooted(x[i]);
#pragma hicuda kernel_end
#pragma hicuda kernel exact tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        z[i] = expf(-x[i]) / x[i] + 1.0f / sqrtf(x[i]) + shrunk(x[i]);
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global copyout z[*]
#pragma hicuda global free x y z
    for (int i = 0; i < 256; i += 51)
        printf("%.3f %.3f\n", y[i], z[i]);
    return 0;
}
