//@ run: cpu sim
// Memory from a function pointer, from `posix_memalign` and from a table: right, and nothing is said.
#include <stdio.h>
#include <stdlib.h>

#define N 256

static void *aligned(size_t bytes)
{
    void *memory = NULL;
    if (posix_memalign(&memory, 64, bytes))
        exit(1);
    return memory;
}

static void *(*allocate)(size_t) = aligned;

static void add(int n, float *a, const float *b)
{
#pragma hicuda global alloc a[0:n-1] copyin
#pragma hicuda global alloc b[0:n-1] copyin
#pragma hicuda kernel sum tblock(1) thread(256)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] += b[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
}

int main(void)
{
    float *a = allocate(sizeof(float) * N), *b = aligned(sizeof(float) * N);
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }
    add(N, a, b);
    add(N, b, a);
    printf("%g %g\n", a[3], b[3]);
    free(a);
    free(b);
    return 0;
}
