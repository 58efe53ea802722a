//@ emit: cuda cpu
//@ run: cpu
// Scalars, structs and arrays of a thread that live longer than a phase, a
// value all threads share, and a loop that all threads leave together.
#include <stdio.h>
#define N 77
struct pair { float x, y; };
static float a[N], out[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 13;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc out[*]
#pragma hicuda kernel keep tblock(3) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        struct pair p = {a[i], 2};
        float t = a[i] * 2, weights[2] = {1, 2};
        int last = N / 2;
        for (int first = 0; first < N - 5; first += 8) {
#pragma hicuda shared alloc a[first:first+7] copyin
#pragma hicuda barrier
            for (int k = 0; k < 8; k++)
                t += a[first + k] * p.x;
            weights[1] += a[first];
            if (first > last) {
                t += 0.5f;
                break;
            }
#pragma hicuda barrier
#pragma hicuda shared remove a
        }
        out[i] = t + p.y + weights[0] + weights[1];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*]
#pragma hicuda global free a out
    for (int i = 0; i < N; i += 4)
        printf("%g\n", out[i]);
    return 0;
}
