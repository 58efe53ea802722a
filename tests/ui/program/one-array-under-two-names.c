//@ emit: cuda cpu
//@ run: cpu
// One array passed for two parameters, and parts of one array: kernels that touch
// each element in one iteration are right either way.
#include <stdio.h>

float table[64];

static void add(const float *x, float *y, int n)
{
#pragma hicuda kernel adding tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) //~v W1085 cannot tell how much of `x` and `y` the callers have
        y[i] += x[i];
#pragma hicuda kernel_end
}

static void twice(float *x, float *y, int n)
{
    add(x, y, n);
    add(y, x, n);
}

static void from_table(float *x)
{
#pragma hicuda kernel looking tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        x[i] = 3 * table[i] + 1;
#pragma hicuda kernel_end
}

static void in_place(const float *from, float *to, int n)
{
#pragma hicuda global alloc from[0:n-1] copyin
#pragma hicuda global alloc to[0:n-1] //~ R2049 `to`
#pragma hicuda kernel squaring tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        to[i] = from[i] * from[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout to[0:n-1]
#pragma hicuda global free from to
}

int main(void)
{
    float a[100], sum = 0;
    int n = 100, half = 50;
    for (int i = 0; i < n; i++)
        a[i] = table[i % 64] = i % 10;
    in_place(a, a, n);
    in_place(a, a + half, half);
#pragma hicuda global alloc a[0:n-1] copyin
#pragma hicuda global alloc table[*] copyin
    twice(a, a, n);
    add(a, a + half, half);
    from_table(table);
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global copyout table[*]
#pragma hicuda global free a table
    for (int i = 0; i < n; i++)
        sum += (i % 7) * a[i] + table[i % 64];
    printf("%g\n", sum);
    return 0;
}
