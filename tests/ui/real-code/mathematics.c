//@ emit: cuda cpu
//@ run: cpu
// C's mathematics is double, and stays double.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 32

float x[N], y[N];
double d[N];
int exponents[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = 0.25f + i * 0.5f;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*]
#pragma hicuda global alloc d[*]
#pragma hicuda global alloc exponents[*]
#pragma hicuda kernel functions tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        int e;
        y[i] = sqrt(x[i]) + fabs(-x[i]) + floorf(x[i]) + fmaxf(x[i], 3) - fminf(x[i], 1);
        d[i] = sqrt(x[i]) * 2 + fma(x[i], 2, 1) + fmod(x[i], 0.75) + fabs(x[i] - 8);
        d[i] += frexp(x[i], &e) + abs(i - 16) + abs((int)x[i] - 4);
        exponents[i] = e;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global copyout d[*]
#pragma hicuda global copyout exponents[*]
#pragma hicuda global free x y d exponents
    double total = 0;
    for (int i = 0; i < N; i++)
        total += y[i] + d[i] * (i + 1) + exponents[i];
    printf("%.9g\n", total);
    return 0;
}
