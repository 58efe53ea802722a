// The triangle below the diagonal, row for row, by linear indices: the kernel ends at `i * n + n - 1`, with `i` in a loop of the host,
// and nobody allocates the array where its size is known.
#include <stdio.h>
#include <stdlib.h>
static int make(double **made, int n)
{
    double *a = malloc(sizeof(double) * n * n);
    if (!a)
        return 0;
    for (int i = 0; i < n * n; i++)
        a[i] = i % 7 + (i % (n + 1) == 0 ? 20 : 0);
    *made = a;
    return 1;
}
static void decompose(double *a, int n)
{
    int i, j, k;
    double sum;
    #pragma hicuda global alloc a[0:n*n-1] copyin
    for (i = 0; i < n; i++) {
#pragma hicuda kernel upper tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
        for (j = i; j < n; j++) {
            sum = a[i * n + j];
            for (k = 0; k < i; k++)
                sum -= a[i * n + k] * a[k * n + j];
            a[i * n + j] = sum;
        }
#pragma hicuda kernel_end
#pragma hicuda kernel lower tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
        for (j = i + 1; j < n; j++) {
            sum = a[j * n + i];
            for (k = 0; k < i; k++)
                sum -= a[j * n + k] * a[k * n + i];
            a[j * n + i] = sum / a[i * n + i];
        }
#pragma hicuda kernel_end
    }
    #pragma hicuda global copyout a[*]
    #pragma hicuda global free a
}
int main(void)
{
    double *a, sum = 0;
    if (!make(&a, 24))
        return 1;
    decompose(a, 24);
    for (int i = 0; i < 24 * 24; i++)
        sum += a[i] * (i % 5);
    printf("%.9f\n", sum);
    free(a);
    return 0;
}
