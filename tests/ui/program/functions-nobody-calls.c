//@ emit: cuda cpu
//@ run: cpu
// Of a file of functions a program calls some. The others are translated as if a
// caller had brought their arrays, and say nothing about those that are called.
#include <stdio.h>

struct pair { float *first; };

static void scale(float *a, int n, float by)
{
#pragma hicuda kernel scaling tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] *= by;
#pragma hicuda kernel_end
}

void add(const float *a, float *b, int n) //~ W1062 `add`, `halve` and `fetch` are never called
{
#pragma hicuda kernel adding tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        b[i] += a[i];
#pragma hicuda kernel_end
}

void halve(struct pair *p, float *not_on_device, int n)
{
    scale(not_on_device, n, 0.5f);
#pragma hicuda kernel halving tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        p->first[i] /= 2;
#pragma hicuda kernel_end
}

void fetch(float *a, int n)
{
#pragma hicuda global copyout a[0:n-1]
}

int main(void)
{
    float a[100];
    int n = 100;
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma hicuda global alloc a[0:n-1] copyin
    scale(a, n, 3);
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global free a
    printf("%g %g\n", a[1], a[99]);
    return 0;
}
