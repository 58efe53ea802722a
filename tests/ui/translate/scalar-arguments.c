//@ emit: cuda cpu
//@ run: cpu
// Scalars and structs that a kernel only reads are passed by value; one that
// every iteration sets first is private.
#include <stdio.h>

struct line {
    int slope;
    float start;
};

float a[32];

int main(void)
{
    struct line line = { 2, 0.5f };
    unsigned char byte = 200;
    long wide = -3;
    double scale = 0.25;
    float y;
#pragma hicuda global alloc a[*]
#pragma hicuda kernel evaluate tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 32; i++) {
        y = line.slope * i + line.start;
        a[i] = (float)(y * scale + byte + wide);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%g %g\n", a[0], a[31]);
    return 0;
}
