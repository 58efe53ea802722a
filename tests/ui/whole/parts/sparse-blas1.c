#include "sparse.h"

double dot(const double *a, const double *b, int n)
{
    double s = 0.0;
#pragma hicuda kernel dot_k tblock(16) thread(128)
#pragma hicuda loop_partition over_tblock over_thread reduction(+:s)
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
#pragma hicuda kernel_end
    return s;
}

void axpy(double alpha, const double *x, double *y, int n)
{
#pragma hicuda kernel axpy_k tblock(16) thread(128)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        y[i] += alpha * x[i];
#pragma hicuda kernel_end
}

/* y = x + beta y */
void xpby(const double *x, double beta, double *y, int n)
{
#pragma hicuda kernel xpby_k tblock(16) thread(128)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        y[i] = x[i] + beta * y[i];
#pragma hicuda kernel_end
}
