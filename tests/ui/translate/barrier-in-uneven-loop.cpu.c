//@ emit: cuda cpu
//@ run: cpu
// Threads without an iteration of their own still reach every barrier.
#include <stdio.h>

#define N 50

int a[N], b[N];

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

// barrier-in-uneven-loop.c:16: kernel copy
static void copy(int *restrict b, const int *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        b[i] = a[i];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = N - i;
    int *d_a = hicuda_alloc(sizeof a, "barrier-in-uneven-loop.c:14: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    int *d_b = hicuda_alloc(sizeof b, "barrier-in-uneven-loop.c:15: global alloc b[*]");
    copy(d_b, d_a);
    memcpy(b, d_b, sizeof b);
    free(d_a);
    free(d_b);
    printf("%d %d %d\n", b[0], b[24], b[49]);
    return 0;
}
