//@ run: cpu sim
//@ emit: cuda
// Small work stays on the host: where no `kernel` line counts, the loop is what it was, and nothing moves.
#include <stdio.h>
#include <stdlib.h>

static void scale(int n, float factor, const float *a, float *b)
{
    // before
#pragma hicuda when(n >= 1000) global alloc a[0:n-1] copyin
#pragma hicuda when(n >= 1000) global alloc b[0:n-1]
#pragma hicuda when(n >= 1000) kernel scaled
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        b[i] = factor * a[i]; // each for itself
#pragma hicuda kernel_end
#pragma hicuda when(n >= 1000) global copyout b[*]
#pragma hicuda when(n >= 1000) global free a b
    // after
}

static float sum(int n, const float *a)
{
    float s = 0;
#pragma hicuda when(n > 9) global alloc a[0:n-1] copyin
#pragma hicuda when(n > 99) kernel summed tblock(2) thread(64)
#pragma hicuda when(n > 9) kernel summed tblock(1) thread(32)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma hicuda kernel_end
#pragma hicuda when(n > 9) global free a
    return s;
}

// Two kernels right behind one another: each has its own copies.
static void twice(int n, float *a)
{
#pragma hicuda when(n >= 64) global alloc a[0:n-1] copyin
#pragma hicuda when(n >= 64) kernel doubled
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda when(n >= 64) global copyout a[*]
#pragma hicuda when(n >= 64) global free a
#pragma hicuda when(n >= 1000) global alloc a[0:n-1] copyin
#pragma hicuda when(n >= 1000) kernel shifted
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma hicuda kernel_end
#pragma hicuda when(n >= 1000) global copyout a[*]
#pragma hicuda when(n >= 1000) global free a
}

int main(void)
{
    static const int sizes[] = { 5, 64, 999, 1000, 5000 };
    for (int at = 0; at < 5; at++) {
        int n = sizes[at];
        float *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
        for (int i = 0; i < n; i++)
            a[i] = i % 7;
        scale(n, 2, a, b);
        printf("%d %g %g\n", n, b[n - 1], sum(n, b));
        twice(n, b);
        printf("%g %g\n", b[0], b[n - 1]);
        free(a);
        free(b);
    }
    return 0;
}
