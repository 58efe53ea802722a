// annotate: --force --replace-omp
// OpenACC says more of some loops than of others.
#include <stdio.h>

#define N 160

static double a[N], b[N];
static int where[N];

int main(void)
{
    int i;
    for (i = 0; i < N; i++) {
        where[i] = i * 7 % N;
        a[i] = i % 13;
    }
    #pragma acc parallel loop copyin(a[0:N], where) \
                              copyout(b)
    for (i = 0; i < N; i++)
        b[where[i]] = a[i];
    #pragma acc kernels
    {
        #pragma acc loop independent gang vector
        for (i = 0; i < N; i++)
            a[where[i]] = b[i];
        #pragma acc loop
        for (i = 0; i < N; i++)
            b[i] = 2 * a[i];
    }
    /* The compiler is to find out. */
    #pragma acc kernels
    for (i = 0; i < N; i++)
        a[where[i]] = 3 * b[i];
    #pragma acc parallel
    {
        #pragma acc loop seq
        for (i = 0; i < N; i++)
            b[where[i] / 2] = a[i];
        #pragma acc loop
        for (i = 0; i < N; i++)
            a[where[i]] = b[i];
    }
    printf("%g %g %g\n", a[3], a[100], b[31]);
    return 0;
}
