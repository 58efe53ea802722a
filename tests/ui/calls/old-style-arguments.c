//@ run: cpu
// Functions without prototypes take promoted arguments and compute with what their parameters make of these.
#include <stdio.h>

int b[64];
float a[64];
float half();
int narrow(), both();

int main(void) {
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc b[*]
#pragma hicuda kernel fill tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        float f = i * 0.3f;
        short s = -i;
        a[i] = half(f) + half(i * 1.1);
        b[i] = narrow(i * 100) + both(i * 50, s);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    double sum = 0;
    long hash = 0;
    for (int i = 0; i < 64; i++) sum += a[i] * i, hash = (hash * 31 + b[i]) % 1000003;
    printf("%.9g %ld\n", sum, hash);
    return 0;
}

float half(x) float x; { return x / 2; }
int narrow(c) char c; { return c; }
int both(c, s) signed char c; unsigned short s; { return c * 3 + s; }
