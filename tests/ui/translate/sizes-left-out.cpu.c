//@ emit: cuda cpu
//@ run: cpu
// Without `tblock` and `thread` the compiler chooses, and says what.
#include <stdio.h>

#define N 100

int a[N], b[N][N], c[N];

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

// sizes-left-out.c:13: kernel scaled
static void scaled(int *restrict a, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 3 + 1;
}

void scale(int n)
{
    int *d_a = hicuda_alloc(sizeof a, "sizes-left-out.c:12: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    scaled(d_a, n);
    memcpy(a, d_a, sizeof a);
    free(d_a);
}

// sizes-left-out.c:31: kernel table
static inline void table_iteration(int (*restrict b)[100], int i)
{
    for (int j = 0; j < N; j++)
        b[i][j] = i * j;
}

static void table(int (*restrict b)[100])
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        table_iteration(b, i);
}

// sizes-left-out.c:38: kernel rows
static inline void rows_iteration(int *restrict c, const int (*restrict b)[100], int i)
{
    for (int j = 0; j < 1; j++)
        c[i] = b[i][i] + j;
}

static void rows(int *restrict c, const int (*restrict b)[100])
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        rows_iteration(c, b, i);
}

int main(void)
{
    int i, j;
    for (i = 0; i < N; i++)
        a[i] = i;
    for (int n = -1; n <= N; n += N / 2)
        scale(n);
    int (*d_b)[100] = hicuda_alloc(sizeof b, "sizes-left-out.c:29: global alloc b[*][*]");
    int *d_c = hicuda_alloc(sizeof c, "sizes-left-out.c:30: global alloc c[*]");
    table(d_b);
    rows(d_c, d_b);
    memcpy(c, d_c, sizeof c);
    memcpy(b, d_b, sizeof b);
    free(d_b);
    free(d_c);
    unsigned check = 0;
    for (i = 0; i < N; i++)
        check = check * 31u + (unsigned)(a[i] + c[i] + b[i][N - 1 - i]);
    printf("%u\n", check);
    return 0;
}
