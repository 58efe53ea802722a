//@ emit: cuda cpu
//@ run: cpu
// Of three variables declared together one differs between the copies from the
// start, one is the same for all, and one begins the same.
#include <stdio.h>

#define N 96

int a[N], b[4] = { 3, 1, 4, 1 };

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

// declared-together.c:15: kernel together
static inline void together_iteration(const int *restrict b, int *restrict a, int i)
{
    {
        int first = 2 * i, factor = N - 1, sum = 0;
        for (int k = 0; k < 4; k++)
            sum += first * b[k] + factor;
        a[i] = sum;
    }
}

static void together(const int *restrict b, int *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        together_iteration(b, a, i);
}

int main(void)
{
    int *d_a = hicuda_alloc(sizeof a, "declared-together.c:13: global alloc a[*]");
    int *d_b = hicuda_alloc(sizeof b, "declared-together.c:14: global alloc b[*] copyin");
    memcpy(d_b, b, sizeof b);
    together(d_b, d_a);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    free(d_b);
    unsigned check = 0;
    for (int i = 0; i < N; i++)
        check = check * 31u + (unsigned)a[i];
    printf("%u\n", check);
    return 0;
}
