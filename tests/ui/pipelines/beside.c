//@ emit: cuda
//@ run: cpu sim
// What runs in streams of its own before the loop is over when the rounds begin; two kernels of a round keep their order.
#include <stdio.h>

#define N 8192

float x[N], y[N], weight[N], other[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 17;
#pragma hicuda global alloc weight[*]
#pragma hicuda global alloc other[*]
#pragma hicuda kernel weigh tblock(32) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        weight[i] = i % 5;
#pragma hicuda kernel_end
#pragma hicuda kernel fill tblock(32) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        other[i] = 1;
#pragma hicuda kernel_end
    for (int part = 0; part < 8; part++) {
        int first = part * 1024, last = first + 1023;
#pragma hicuda global alloc x[first:last] copyin
#pragma hicuda global alloc y[first:last] clear
#pragma hicuda kernel scale tblock(4) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = first; i <= last; i++)
            x[i] = weight[i] * x[i];
#pragma hicuda kernel_end
#pragma hicuda kernel shift tblock(4) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = first; i <= last; i++)
            y[i] = x[i] + 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout x[first:last]
#pragma hicuda global copyout y[first:last]
#pragma hicuda global free x y
    }
#pragma hicuda global copyout other[*]
#pragma hicuda global free weight other
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += y[i] * (i % 3) + x[i] + other[i];
    printf("%.0f\n", sum);
    return 0;
}
