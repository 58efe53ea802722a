// The kernel is three calls away: the copies live around the loop of the outermost caller.
#include <stdio.h>
#include <stdlib.h>
static void add(float *to, const float *from, int count)
{
    #pragma hicuda kernel adding tblock(2) thread(64)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < count; i++)
        to[i] += from[i];
    #pragma hicuda kernel_end
}
static void step(float *p, float *q, int n)
{
    add(p, q, n);
    add(q, p, n);
}
static void run(float *first, float *second, int n, int steps)
{
    #pragma hicuda global alloc first[0:n-1] copyin
    #pragma hicuda global alloc second[0:n-1] copyin
    for (int t = 0; t < steps; t++)
        step(first, second, n);
    #pragma hicuda global copyout first[*]
    #pragma hicuda global copyout second[*]
    #pragma hicuda global free first second
}
int main(void)
{
    int n = 90;
    float *a = malloc(n * sizeof(float));
    float *b = malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) {
        a[i] = 1;
        b[i] = i;
    }
    run(a, b, n, 4);
    printf("%f %f\n", a[7], b[89]);
    free(a);
    free(b);
    return 0;
}
