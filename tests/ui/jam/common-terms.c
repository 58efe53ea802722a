//@ emit: cuda
//@ run: cpu
// With `fastmath` what the copies have in common is added up first; without it,
// sums keep their order.
#include <math.h>
#include <stdio.h>

#define N 64

struct charge { float x, y, z, q; };

float fast[N], exact[N];
struct charge charges[3] = { { 1, 2, 3, 1 }, { 5, -1, 2, -1 }, { 40, 3, 1, 2 } };

int main(void)
{
#pragma hicuda global alloc charges[*] copyin
#pragma hicuda global alloc fast[*]
#pragma hicuda global alloc exact[*]
#pragma hicuda kernel quick tblock(1) thread(16) fastmath
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < N; i++) {
        float sum = 0;
        for (int k = 0; k < 3; k++) {
            float dx = i - charges[k].x, dy = charges[k].y, dz = charges[k].z;
            sum += charges[k].q / sqrtf(dx * dx + dy * dy + dz * dz);
        }
        fast[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel slow tblock(1) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < N; i++) {
        float sum = 0;
        for (int k = 0; k < 3; k++) {
            float dx = i - charges[k].x, dy = charges[k].y, dz = charges[k].z;
            sum += charges[k].q / sqrtf(dx * dx + dy * dy + dz * dz);
        }
        exact[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout fast[*]
#pragma hicuda global copyout exact[*]
#pragma hicuda global free charges fast exact
    for (int i = 0; i < N; i += 9)
        printf("%.3f %.3f\n", fast[i], exact[i]);
    return 0;
}
