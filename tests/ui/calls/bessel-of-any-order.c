//@ run: cpu
// Bessel functions of any order, and powers of two by a long exponent.
#include <math.h>
#include <stdio.h>

double jn(int, double), yn(int, double);
double o[64];

int main(void) {
#pragma hicuda global alloc o[*]
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        double x = 0.5 + i * 0.37;
        o[i] = jn(i % 4, x) + yn(i % 3, x) + scalbln(x, (long)i % 5 - 2) + scalblnf(0.5f, 3L);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free o
    double sum = 0;
    for (int i = 0; i < 64; i++) sum += o[i] * (i + 1);
    printf("%.8g\n", sum);
    return 0;
}
