//@ emit: cuda cpu
//@ run: cpu
// `*p++` walks, in the kernel and in a function, and a base with an offset.
#include <stdio.h>

#define N 32
#define K 5

int a[N + K], b[N], c[N];

static int dot(const int *p, const int *q, int n)
{
    int sum = 0;
    while (n-- > 0)
        sum += *p++ * *q++;
    return sum;
}

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

// walking-pointers.c:26: kernel walk
static inline void walk_iteration(const int *restrict a, int *restrict b, int *restrict c, int i)
{
    {
        const int *p = a + i;
        int sum = 0;
        for (int k = 0; k < K; k++)
            sum += *p++;
        b[i] = sum;
        const int *centre = &a[i + 2];
        c[i] = dot(a + i, &a[i], K) + centre[-2] * centre[-1];
    }
}

static void walk(const int *restrict a, int *restrict b, int *restrict c)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        walk_iteration(a, b, c, i);
}

int main(void)
{
    for (int i = 0; i < N + K; i++)
        a[i] = i % 7 - 3;
    int *d_a = hicuda_alloc(sizeof a, "walking-pointers.c:23: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    int *d_b = hicuda_alloc(sizeof b, "walking-pointers.c:24: global alloc b[*]");
    int *d_c = hicuda_alloc(sizeof c, "walking-pointers.c:25: global alloc c[*]");
    walk(d_a, d_b, d_c);
    memcpy(b, d_b, sizeof b);
    memcpy(c, d_c, sizeof c);
    free(d_a);
    free(d_b);
    free(d_c);
    int total = 0;
    for (int i = 0; i < N; i++)
        total += b[i] * 100 + c[i] * (i + 1);
    printf("%d\n", total);
    return 0;
}
