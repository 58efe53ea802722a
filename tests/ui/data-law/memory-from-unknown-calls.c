// Memory whose allocation nobody can follow is some array all the same: what it lacks is told.
#include <stdio.h>
#include <stdlib.h>

#define N 256

void *of_pool(size_t bytes);

static void *aligned(size_t bytes)
{
    void *memory = NULL;
    if (posix_memalign(&memory, 64, bytes))
        exit(1);
    return memory;
}

static void set(int n, float *a)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
}

static void twice(int n, float *a)
{
#pragma hicuda global alloc a[0:n-1]
#pragma hicuda kernel doubled tblock(1) thread(256)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] *= 2; //~ E0641 the kernel reads `a`
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

static void thrice(int n, float *b)
{
#pragma hicuda global alloc b[0:n-1] copyin
#pragma hicuda kernel tripled tblock(1) thread(256)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        b[i] *= 3;
#pragma hicuda kernel_end
#pragma hicuda global free b
}

int main(void)
{
    float *a = of_pool(sizeof(float) * N), *b = aligned(sizeof(float) * N);
    set(N, a);
    twice(N, a);
    set(N, b);
    thrice(N, b);
    printf("%g %g\n", a[3], b[3]); //~ E0640 the host reads `b`
    return 0;
}
