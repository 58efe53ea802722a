//@ run: cpu
//@ emit: cuda
// `1.0f / sqrtf(x)` where `x` is known not to be near zero is a short function that is exact; elsewhere it stays.
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 1000

static float x[N], y[N], near[N], far[N], plain[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = (float)(i * 7919 % 1009) * 0.37f;
        y[i] = i % 5 ? 0.0f : -x[i];
    }
    // The square overflows, and the inverse of its root is zero.
    x[17] = 1e30f;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*] copyin
#pragma hicuda global alloc near[*]
#pragma hicuda global alloc far[*]
#pragma hicuda global alloc plain[*]
#pragma hicuda kernel inverses tblock(8) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        float d = x[i] * x[i] + y[i] * y[i] + 0.01f;
        near[i] = 1.0f / sqrtf(d);
        far[i] = 1.0f / sqrtf(fabsf(y[i]) + (x[i] * x[i] + 2.0f));
        float changed = 4.0f;
        changed -= y[i];
        plain[i] = 1.0f / sqrtf(changed);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout near[*]
#pragma hicuda global copyout far[*]
#pragma hicuda global copyout plain[*]
#pragma hicuda global free x y near far plain
    unsigned all = 0;
    for (int i = 0; i < N; i++) {
        unsigned bits[3];
        memcpy(&bits[0], &near[i], 4);
        memcpy(&bits[1], &far[i], 4);
        memcpy(&bits[2], &plain[i], 4);
        all = all * 31 + bits[0];
        all = all * 31 + bits[1];
        all = all * 31 + bits[2];
    }
    printf("%08x %g %g\n", all, near[17], near[0]);
    return 0;
}
