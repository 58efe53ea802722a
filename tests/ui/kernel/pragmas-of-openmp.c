//@ run: cpu
//@ emit: cuda cpu
// Pragmas of OpenMP and OpenACC go from what kernels run, and stay everywhere else.
#include <stdio.h>

int main(void)
{
    int a[64], total = 0;
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma omp parallel for \
    schedule(static)
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
#pragma acc loop independent
    for (int i = 0; i < 64; i++) {
        int s = 0;
#pragma omp simd reduction(+:s)
        for (int j = 0; j < 4; j++)
            s += j;
        a[i] *= s;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
#pragma omp parallel for reduction(+:total)
    for (int i = 0; i < 64; i++)
        total += a[i];
    printf("%d\n", total);
    return 0;
}
