//@ emit: cuda cpu
//@ run: cpu
// The sums run in all copies, also in those beyond the end, whose `scale` nobody has set: it begins as 0.
#include <stdio.h>

static int a[37], b[8], c[37];

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

// registers-without-iteration.c:17: kernel weighted
static inline void weighted_iteration(const int *restrict a, const int *restrict b, int *restrict c, int i)
{
    int scale = a[i];
    int sum = 0;
    for (int k = 0; k < 8; k++)
        sum += scale * b[k];
    c[i] = sum;
}

static void weighted(const int *restrict a, const int *restrict b, int *restrict c)
{
    #pragma omp parallel for
    for (int i = 0; i < 37; i++)
        weighted_iteration(a, b, c, i);
}

int main(void)
{
    for (int i = 0; i < 37; i++)
        a[i] = i * 7 % 10;
    for (int k = 0; k < 8; k++)
        b[k] = k * k;
    int *d_a = hicuda_alloc(sizeof a, "registers-without-iteration.c:14: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    int *d_b = hicuda_alloc(sizeof b, "registers-without-iteration.c:15: global alloc b[*] copyin");
    memcpy(d_b, b, sizeof b);
    int *d_c = hicuda_alloc(sizeof c, "registers-without-iteration.c:16: global alloc c[*]");
    weighted(d_a, d_b, d_c);
    memcpy(c, d_c, sizeof c);
    free(d_a);
    free(d_b);
    free(d_c);
    int total = 0;
    for (int i = 0; i < 37; i++)
        total += c[i] * (i + 1);
    printf("%d %d %d\n", c[1], c[36], total);
    return 0;
}
