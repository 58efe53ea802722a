//@ run: cpu sim
// Kernels may say an array by a pointer that is nothing else from its declaration on.
#include <stdio.h>
#include <stdlib.h>

static int table[20];

static void twice(int *values, int n)
{
    const int *from = values;
    int *to = values;
#pragma hicuda kernel twice_all
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        to[i] = 2 * from[i];
#pragma hicuda kernel_end
}

int main(int argc, char **argv)
{
    int n = 19 + argc;
    int a[20], m[4][5];
    int *heap = malloc(n * sizeof(int));
    if (!heap)
        return 1;
    int *p = a, *again = p, *h = heap, *t = table;
    int (*rows)[5] = m;
    for (int i = 0; i < n; i++) {
        p[i] = i;
        h[i] = 3 * i;
        rows[i / 5][i % 5] = 7;
    }
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda global alloc heap[0:n-1] copyin
#pragma hicuda global alloc table[*]
#pragma hicuda kernel all
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) {
        t[i] = p[i] + again[i] + h[i] + rows[i / 5][i % 5];
        again[i] = t[i];
    }
#pragma hicuda kernel_end
    twice(a, n);
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout table[*]
#pragma hicuda global free a m heap table
    for (int i = 0; i < n; i++)
        printf("%d %d\n", p[i], t[i]);
    free(heap);
    return 0;
}
