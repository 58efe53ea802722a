//@ run: cpu
//@ emit: cuda cpu
// Pragmas of OpenMP and OpenACC go from what kernels run, and stay everywhere else.
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

// pragmas-of-openmp.c:15: kernel k
static inline void k_iteration(int *restrict a, int i)
{
    {
        int s = 0;
        for (int j = 0; j < 4; j++)
            s += j;
        a[i] *= s;
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
    int a[64], total = 0;
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
        a[i] = i;
    int *d_a = hicuda_alloc(sizeof a, "pragmas-of-openmp.c:14: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    k(d_a);
    memcpy(a, d_a, sizeof a);
    free(d_a);
#pragma omp parallel for reduction(+:total)
    for (int i = 0; i < 64; i++)
        total += a[i];
    printf("%d\n", total);
    return 0;
}
