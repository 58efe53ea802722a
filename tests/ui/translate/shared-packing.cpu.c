//@ emit: cuda cpu
//@ run: cpu
// Two shared arrays that do not live at once have the same memory.
#include <stdio.h>

float a[64], b[64], c[64];

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

// shared-packing.c:15: kernel add
static void add(const float *restrict a, float *restrict c, const float *restrict b)
{
    #pragma omp parallel for
    for (int i = 0; i < 64; i++) {
        float sum = a[i];
        c[i] = sum + b[i];
    }
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i, b[i] = 2 * i;
    float *d_a = hicuda_alloc(sizeof a, "shared-packing.c:12: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    float *d_b = hicuda_alloc(sizeof b, "shared-packing.c:13: global alloc b[*] copyin");
    memcpy(d_b, b, sizeof b);
    float *d_c = hicuda_alloc(sizeof c, "shared-packing.c:14: global alloc c[*]");
    add(d_a, d_c, d_b);
    memcpy(c, d_c, sizeof c);
    free(d_a);
    free(d_b);
    free(d_c);
    printf("%g %g\n", c[1], c[63]);
    return 0;
}
