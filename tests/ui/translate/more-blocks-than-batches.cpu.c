//@ emit: cuda cpu
//@ run: cpu
// A block that has no iteration of a loop around a barrier loads nothing.
#include <stdio.h>

float a[20], b[20];

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

// more-blocks-than-batches.c:14: kernel twice
static void twice(float *restrict b, const float *restrict a)
{
    #pragma omp parallel for schedule(static, 10)
    for (int i = 0; i < 20; i++)
        b[i] = a[i] * 2;
}

int main(void)
{
    for (int i = 0; i < 20; i++)
        a[i] = i * 0.5f;
    float *d_a = hicuda_alloc(sizeof a, "more-blocks-than-batches.c:12: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    float *d_b = hicuda_alloc(sizeof b, "more-blocks-than-batches.c:13: global alloc b[*]");
    twice(d_b, d_a);
    memcpy(b, d_b, sizeof b);
    free(d_a);
    free(d_b);
    printf("%g %g\n", b[0], b[19]);
    return 0;
}
