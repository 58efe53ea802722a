//@ run: cpu
// Device copies of arrays without elements, whose pointers are exchanged: no memory has no address on a device, and is there.
#include <stdio.h>
#include <stdlib.h>

static void twice(int n, float *a)
{
    #pragma hicuda kernel doubled tblock((n + 1023) / 1024) thread(256)
    #pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < n; i++)
        a[i] *= 2;
    #pragma hicuda kernel_end
}

int main(void)
{
    for (int n = 0; n < 4; n += 3) {
        float *a = malloc((n + 1) * sizeof *a), *b = malloc((n + 1) * sizeof *b);
        for (int i = 0; i < n; i++)
            a[i] = b[i] = i;
        #pragma hicuda global alloc a[0:n-1] copyin
        #pragma hicuda global alloc b[0:n-1] copyin
        twice(n, a);
        float *t = a;
        a = b;
        b = t;
        twice(n, a);
        #pragma hicuda global copyout a[*]
        #pragma hicuda global copyout b[*]
        #pragma hicuda global free a b
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += a[i] + b[i];
        printf("%d: %g\n", n, sum);
        free(a);
        free(b);
    }
    return 0;
}
