// A library works where the data is: in the statement below `use_device` the arrays are their
// device copies, for the data law too.
//
//@ emit: cuda cpu
#include <stdio.h>
#include <string.h>

#define N 64

static float x[N], y[N];

// Stands for a library: it works on the memory that it is given.
static void axpy(int n, float alpha, const float *from, float *to)
{
    for (int i = 0; i < n; i++)
        to[i] += alpha * from[i];
}

static float dot(int n, const float *a, const float *b)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

int main(void)
{
    float s;

    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*] copyin
#pragma hicuda kernel scale tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        x[i] = 2 * x[i];
#pragma hicuda kernel_end
#pragma hicuda use_device(x, y) reads(x)
    axpy(N, 0.5f, x, y);
#pragma hicuda use_device(x, y) reads(x, y)
    s = dot(N / 2, &x[N / 2], y + N / 2);
#pragma hicuda global copyout x[*]
#pragma hicuda global copyout y[*]
#pragma hicuda global free x y
    printf("%g %g %g %zu\n", s, y[3], x[3], sizeof x);
    return 0;
}
