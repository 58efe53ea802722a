// What cannot be called is reported with the calls that lead to it.
#include <stdlib.h>

float a[64], b[64];

static void launches(int n)
{
#pragma hicuda global alloc b[*]
#pragma hicuda kernel inner tblock(1) thread(16) //~ E0700 `launches` holds a kernel
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < n; i++)
        b[i] = i;
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
}

static void indirectly(int n)
{
    launches(n);
}

static int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1); //~ E0519 `factorial` calls itself
}

static int next(void)
{
    static int counter; //~ E0701 `counter` keeps its value
    return counter++;
}

static int apply(int (*f)(int), int n)
{
    return f(n); //~ E0519 a kernel cannot call through a pointer
}

static int twice(int n)
{
    return apply(factorial, n) + rand(); //~ E0519 `rand` cannot be called in a kernel
}

int main(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda kernel outer tblock(1) thread(1)
    indirectly(64);
    a[0] = factorial(5) + next() + twice(3);
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    return 0;
}
