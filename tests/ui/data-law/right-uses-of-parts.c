//@ run: cpu
// Parts, swaps, calls and pointers, each as it should be: nothing is said.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void step(int n, const int *from, int *to)
{
#pragma hicuda kernel inner tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n - 2; i++)
        to[i + 1] = from[i] + from[i + 2];
#pragma hicuda kernel_end
}
int main(void)
{
    int n = 64, *a = malloc(n * sizeof *a), *b = calloc(n, sizeof *b), *first = a;
    for (int i = 0; i < n; i++)
        a[i] = i;
    memcpy(b, a, n * sizeof *b);
#pragma hicuda global alloc a[0:n-1] copyin
#pragma hicuda global alloc b[0:n-1] copyin
    for (int t = 0; t < 4; t++) {
        step(n, a, b);
        int *swap = a;
        a = b, b = swap;
    }
#pragma hicuda global copyout a[1:n-2]
#pragma hicuda global free a b
    printf("%d %d %d\n", a[0], a[33], a[n - 1]);
    free(first);
    return 0;
}
