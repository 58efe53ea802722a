//@ emit: cuda hip
//@ run: cpu sim
// The device has room for both arrays: rounds move their own parts, and the host's memory stays in its place.
#include <stdio.h>

#define N 16384

float x[N], y[N], factor[4] = { 1, 2, 3, 4 };

int main(void)
{
    const int m = N / 8;
    for (int i = 0; i < N; i++)
        x[i] = i % 17;
#pragma hicuda global alloc x[*] pinned
#pragma hicuda global alloc y[*] pinned
#pragma hicuda global alloc factor[*] copyin
    for (int first = 0; first < N; first += m) {
#pragma hicuda global copyin x[first:first+m-1]
#pragma hicuda kernel scale tblock(8) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = first; i < first + m; i++)
            y[i] = factor[i % 4] * x[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout y[first:first+m-1]
    }
#pragma hicuda global free x y factor
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += y[i] * (i % 3);
    printf("%.0f\n", sum);
    return 0;
}
