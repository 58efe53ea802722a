//@ emit: cuda cpu
//@ run: cpu
// The smallest kernel: one loop over blocks and threads, uneven chunks.
#include <stdio.h>
#define N 1001

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

// one-partitioned-loop.c:12: kernel scale
static void scale(float *restrict a, float k)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        a[i] = k * a[i];
}

int main(void)
{
    float a[N], k = 3;
    for (int i = 0; i < N; i++) a[i] = i;
    float *d_a = hicuda_alloc(sizeof a, "one-partitioned-loop.c:11: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    scale(d_a, k);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    double sum = 0;
    for (int i = 0; i < N; i++) sum += a[i];
    printf("%.0f\n", sum);
    return 0;
}
