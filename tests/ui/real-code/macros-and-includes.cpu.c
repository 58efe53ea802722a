//@ emit: cuda cpu
//@ run: cpu
//@ flags: -DHEAVY -DN=40
// Loops in macros, conditional lines inside a region, a file that is included.
#include <stdio.h>
#include "include/stencil-loop.h"
#include "include/weights.c"

float a[N + 2], b[N], c[N];

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

// macros-and-includes.c:18: kernel both
static inline void both_iteration(const float *restrict a, float *restrict b, float *restrict c, int i)
{
    {
        {
            float s = 0;
            for (int k = 0; k < 3; k++)
                s += a[i + k];
            b[i] = s;
        }
        b[i] *= 2;
        c[i] = weight(i) + b[i];
    }
}

static void both(const float *restrict a, float *restrict b, float *restrict c)
{
    #pragma omp parallel for
    for (int i = 0; i < 40; i++)
        both_iteration(a, b, c, i);
}

int main(void)
{
    FOR_ALL(i, N + 2)
        a[i] = i % 9;
    float *d_a = hicuda_alloc(sizeof a, "macros-and-includes.c:15: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    float *d_b = hicuda_alloc(sizeof b, "macros-and-includes.c:16: global alloc b[*]");
    float *d_c = hicuda_alloc(sizeof c, "macros-and-includes.c:17: global alloc c[*]");
    both(d_a, d_b, d_c);
    memcpy(b, d_b, sizeof b);
    memcpy(c, d_c, sizeof c);
    free(d_a);
    free(d_b);
    free(d_c);
    float total = 0;
    FOR_ALL(i, N)
        total += b[i] + c[i];
    printf("%g\n", total);
    return 0;
}
