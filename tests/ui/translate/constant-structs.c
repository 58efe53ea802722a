//@ emit: cuda
//@ run: cpu
// Structs in constant memory are aligned so that they are read at once, and loops over them
// are unrolled: the longer the body, the less often.
#include <stdio.h>

#define POINTS 64
#define CHARGES 128

struct charge { float x, y, z, q; };
struct weight { float a, b, c; };

struct charge charges[CHARGES];
struct weight weights[CHARGES];
float potential[POINTS], sums[POINTS];
int above[POINTS];

int main(void)
{
    for (int k = 0; k < CHARGES; k++) {
        charges[k] = (struct charge){ k % 8, k % 5, k % 3, k % 2 ? 1 : -1 };
        weights[k] = (struct weight){ k % 4, k % 7, 1 };
    }
#pragma hicuda constant copyin charges[*]
#pragma hicuda constant copyin weights[*]
#pragma hicuda global alloc potential[*]
#pragma hicuda global alloc sums[*]
#pragma hicuda global alloc above[*]
#pragma hicuda kernel add tblock(1) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < POINTS; i++) {
        float sum = 0;
        for (int k = 0; k < CHARGES; k++)
            sum += charges[k].q * (i - charges[k].x) * charges[k].y * charges[k].z;
        potential[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel weigh tblock(1) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < POINTS; i++) {
        float sum = 0;
        int count = 0;
        for (int k = 0; k < CHARGES; k++)
            sum += weights[k].a * i - weights[k].b + weights[k].c;
        for (int k = 0; k < CHARGES; k++) {
            if (weights[k].b > i % 7)
                count++;
        }
        sums[i] = sum;
        above[i] = count;
    }
#pragma hicuda kernel_end
#pragma hicuda constant remove charges weights
#pragma hicuda global copyout potential[*]
#pragma hicuda global copyout sums[*]
#pragma hicuda global copyout above[*]
#pragma hicuda global free potential sums above
    for (int i = 0; i < POINTS; i += 9)
        printf("%g %g %d\n", potential[i], sums[i], above[i]);
    return 0;
}
