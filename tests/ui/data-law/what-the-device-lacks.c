//@ emit: cuda
//@ run: cpu
// Elements that a kernel may not write get the host's values when the copy is made; so do copies
// that `clear` would set to zero where the host may have others.
#include <stdio.h>
#include <stdlib.h>

struct pair { int low, high; };

static void chosen(int n, const int *b, int *a, const int *x)
{
#pragma hicuda global alloc a[0:n-1] //~ R2049 `a` may be used where no kernel wrote it
#pragma hicuda global alloc b[0:n-1] copyin
#pragma hicuda global alloc x[0:n-1] copyin
#pragma hicuda kernel choose tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = 0; i < n; i++)
        if (b[i] > 3)
            a[x[i]] = b[i] * 2; //~ W1104
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global free a b x
}

static void added(int n, int *sums, const int *b)
{
#pragma hicuda global alloc sums[0:n-1] clear //~ R2049 `sums` may not be zero
#pragma hicuda global alloc b[0:n-1] copyin
#pragma hicuda kernel add tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        sums[i] += b[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout sums[0:n-1]
#pragma hicuda global free sums b
}

int main(int argc, char **argv)
{
    int n = 64, *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *x = malloc(n * sizeof *x);
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = i % 9, x[i] = (n - 1 - i) % n;
    chosen(n, b, a, x);
    for (int i = 0; i < n; i++)
        if (b[i] != argc)
            x[i] = argc + i * (b[i] - 2);
    added(n, x, b);
    int s = 0;
    for (int i = 0; i < n; i++)
        s = s * 3 + a[i] + x[i];
    struct pair pairs[64];
    for (int i = 0; i < n; i++)
        pairs[i].low = i, pairs[i].high = 2 * i;
#pragma hicuda global alloc pairs[*] //~ R2049 `pairs` may be used where no kernel wrote it
#pragma hicuda kernel part tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        pairs[i].high = 3;
#pragma hicuda kernel_end
#pragma hicuda global copyout pairs[*]
#pragma hicuda global free pairs
    printf("%d %d %d\n", s, pairs[4].low, pairs[5].high);
    return 0;
}
