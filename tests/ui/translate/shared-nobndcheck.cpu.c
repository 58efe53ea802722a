//@ emit: cuda cpu
//@ run: cpu
// `nobndcheck`: the programmer knows that the section is inside.
#include <stdio.h>

float a[130], b[130];

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

// shared-nobndcheck.c:14: kernel smooth
static void smooth(float *restrict b, const float *restrict a)
{
    #pragma omp parallel for
    for (int i = 1; i < 129; i++)
        b[i] = a[i - 1] + a[i + 1];
}

int main(void)
{
    for (int i = 0; i < 130; i++)
        a[i] = i;
    float *d_a = hicuda_alloc(sizeof a, "shared-nobndcheck.c:12: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    float *d_b = hicuda_alloc(sizeof b, "shared-nobndcheck.c:13: global alloc b[*] clear");
    memset(d_b, 0, sizeof b);
    smooth(d_b, d_a);
    memcpy(&b[1], &d_b[1], sizeof(float) * 128);
    free(d_a);
    free(d_b);
    printf("%g %g\n", b[1], b[128]);
    return 0;
}
