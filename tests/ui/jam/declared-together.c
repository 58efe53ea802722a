//@ emit: cuda cpu
//@ run: cpu
// Of three variables declared together one differs between the copies from the
// start, one is the same for all, and one begins the same.
#include <stdio.h>

#define N 96

int a[N], b[4] = { 3, 1, 4, 1 };

int main(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel together tblock(2) thread(12)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < N; i++) {
        int first = 2 * i, factor = N - 1, sum = 0;
        for (int k = 0; k < 4; k++)
            sum += first * b[k] + factor;
        a[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
    unsigned check = 0;
    for (int i = 0; i < N; i++)
        check = check * 31u + (unsigned)a[i];
    printf("%u\n", check);
    return 0;
}
