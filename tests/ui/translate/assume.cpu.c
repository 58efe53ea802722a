//@ emit: cuda cpu
//@ run: cpu sim
// What is assumed is tested when the program runs, and proves what could not be proven without it.
#include <stdio.h>

#define N 64

int a[4 * N], b[N];

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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
}

// assume.c:15: kernel folds
static void folds(int *restrict a, int n, int shift)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] += a[i + shift];
}

// Iterations would meet if `shift` were less than `n`.
static void fold(int n, int shift)
{
    hicuda_require(0 <= n, "assume.c:13: `0 <= n` is assumed, and does not hold");
    hicuda_require(n <= shift, "assume.c:13: `n <= shift` is assumed, and does not hold");
    hicuda_require(n + shift <= 4 * N, "assume.c:13: `n + shift <= 4 * N` is assumed, and does not hold");
    int *d_a = hicuda_alloc(sizeof(int) * (n + shift), "assume.c:14: global alloc a[0:n+shift-1] copyin");
    memcpy(d_a, a, sizeof(int) * (n + shift));
    folds(d_a, n, shift);
    memcpy(a, d_a, sizeof(int) * n);
    free(d_a);
}

// assume.c:30: kernel picks
static void picks(int *restrict b, const int *restrict a, int first)
{
    for (int i = 0; i < N; i++)
        b[i] = a[first + i];
}

// In a kernel it is tested before each launch.
static void pick(int first)
{
    int *d_a2 = hicuda_alloc(sizeof a, "assume.c:27: global alloc a[*] copyin");
    memcpy(d_a2, a, sizeof a);
    int *d_b = hicuda_alloc(sizeof b, "assume.c:28: global alloc b[*]");
    for (int round = 0; round < 2; round++) {
        hicuda_require(first >= 0, "assume.c:31: `first >= 0` is assumed, and does not hold");
        hicuda_require(first <= 3 * N, "assume.c:31: `first <= 3 * N` is assumed, and does not hold");
        picks(d_b, d_a2, first);
    }
    memcpy(b, d_b, sizeof b);
    free(d_a2);
    free(d_b);
}

int main(void)
{
    unsigned check = 0;
    for (int i = 0; i < 4 * N; i++)
        a[i] = i * i % 101;
    fold(N, 2 * N);
    pick(3 * N);
    for (int i = 0; i < N; i++)
        check = check * 31u + (unsigned)(a[i] + b[i]);
    printf("%u\n", check);
    return 0;
}
