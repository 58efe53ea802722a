//@ emit: cuda
//@ run: cpu
// A thread that has all of its iterations tests that once. Loops that only store, and those
// of which each block has an uneven part, test each copy.
#include <stdio.h>

#define N 1020

float x[N], y[N], z[N], back[N], part[N];
int count[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 17, y[i] = i % 5;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*] copyin
#pragma hicuda global alloc z[*]
#pragma hicuda global alloc back[*]
#pragma hicuda global alloc part[*]
#pragma hicuda global alloc count[*]
#pragma hicuda kernel combine tblock((N + 127) / 128) thread(32)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < N; i++) {
        float product = x[i] * y[i], sum = x[i] + y[i];
        z[i] = product - sum;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel backwards tblock((N + 127) / 128) thread(32)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = N - 1; i >= 0; i--)
        back[i] = x[i] - y[i];
#pragma hicuda kernel_end
#pragma hicuda kernel number tblock((N + 127) / 128) thread(32)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < N; i++)
        count[i] = i * 3;
#pragma hicuda kernel_end
#pragma hicuda kernel uneven tblock(9) thread(32)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < N; i++)
        part[i] = x[i] + 2 * y[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout part[*]
#pragma hicuda global copyout z[*]
#pragma hicuda global copyout back[*]
#pragma hicuda global copyout count[*]
#pragma hicuda global free x y z back part count
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += z[i] * (i + 1) + back[i] * (i % 7) + part[i] * (i % 11) + count[i];
    printf("%.1f %g %g %d\n", sum, z[N - 1], back[0], count[N - 1]);
    return 0;
}
