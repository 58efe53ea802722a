// After an exchange a name leads to the other array's copy, which has to hold what is used of it.
#include <stdio.h>
#include <stdlib.h>

static void twice(float *p, int n)
{
#pragma hicuda kernel k0 tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        p[i] *= 2; //~ W1104 cannot tell whether this access to `p` stays inside
#pragma hicuda kernel_end
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    float *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c);
    float *d = malloc(n * sizeof *d), *e = malloc(n * sizeof *e), *f = malloc(n * sizeof *f);
    for (int i = 0; i < n; i++)
        a[i] = b[i] = c[i] = d[i] = e[i] = f[i] = i;
#pragma hicuda global alloc a[0:n-1] copyin
#pragma hicuda global alloc b[0:n-2] copyin
    for (int t = 0; t < 3; t++) {
#pragma hicuda kernel k1 tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i - 1] + a[i + 1]; //~ W1104 cannot tell whether this access to `a` stays inside
#pragma hicuda kernel_end
        float *s = a;
        a = b;
        b = s;
    }
#pragma hicuda global copyout b[0:n-2]
#pragma hicuda global free a b
#pragma hicuda global alloc c[0:n-1] copyin
#pragma hicuda global alloc d[0:n-2] copyin
    twice(c, n);
    float *s = c;
    c = d;
    d = s;
    twice(c, n);
#pragma hicuda global copyout c[0:n-1] //~ W1104 cannot tell whether this section of `c` stays inside
#pragma hicuda global free c d
    // What is used is held by either.
#pragma hicuda global alloc e[0:n-1] copyin
#pragma hicuda global alloc f[0:n-2] copyin
    for (int t = 0; t < 4; t++) {
#pragma hicuda kernel k2 tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < n - 2; i++)
            f[i] = e[i - 1] + e[i + 1];
#pragma hicuda kernel_end
        float *s = e;
        e = f;
        f = s;
    }
#pragma hicuda global copyout e[0:n-2]
#pragma hicuda global free e f
    printf("%g %g %g\n", b[5], c[5], e[7]);
    return 0;
}
