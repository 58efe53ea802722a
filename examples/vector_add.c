// c = a + b on arrays of fixed size: the smallest complete program.
#include <stdio.h>
#include <stdlib.h>

#define N 100000

static int a[N], b[N], c[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 3 * i + 1;
    }

#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda global alloc c[*]
#pragma hicuda kernel add tblock(200) thread(128)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        c[i] = a[i] + b[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda global free a b c

    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += c[i] != 4 * i + 1;
    printf("vector add of %d elements: %s\n", N, wrong ? "FAILED" : "PASSED");
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
