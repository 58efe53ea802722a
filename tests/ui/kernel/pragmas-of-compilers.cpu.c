//@ run: cpu
//@ emit: cuda cpu
// A compiler's hint must stand above a loop, and is about the loop as it was written: it goes from kernels and from what recipes change.
#include <stdio.h>

#include <stdlib.h>
#include <string.h>

// Device memory on a machine without a device: memory of its own. What was
// never copied in is filled with a pattern, so that a forgotten copy shows.
static void *hicuda_alloc(size_t bytes, const char *directive)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "%s: out of memory (%zu bytes)\n", directive, bytes);
        exit(EXIT_FAILURE);
    }
    return memset(memory, 0xff, bytes);
}

// pragmas-of-compilers.c:14: kernel k
static inline void k_iteration(int *restrict a, int i)
{
    {
        #pragma unroll
        for (int j = 0; j < 4; j++)
            a[i] += j;
    }
}

static void k(int *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < 64; i++)
        k_iteration(a, i);
}

int main(void)
{
    int a[64];
#pragma GCC ivdep
    for (int i = 0; i < 64; i++)
        a[i] = i;
    int *d_a = hicuda_alloc(sizeof a, "pragmas-of-compilers.c:12: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    k(d_a);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    for (int i = 0; i < 64; i++)
        a[i] += 2;
    {
        for (int i = 0; i < 1; i++)
            a[i] *= 3;
        for (int i = 1; i < 64; i += 3) {
            a[i] *= 3;
            a[i + 1] *= 3;
            a[i + 2] *= 3;
        }
    }
    printf("%d %d\n", a[5], a[63]);
    return 0;
}
