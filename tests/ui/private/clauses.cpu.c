//@ run: cpu
//@ emit: cuda cpu
// `private` gives each iteration its own. With `independent` the user vouches that what
// is read was written by the same iteration.
#include <stdio.h>
struct point { int x, y; };
int a[64], order[4], o[64];
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

// clauses.c:20: kernel permuted
static inline void permuted_iteration(const int *restrict order, const int *restrict a, int *restrict o, int i)
{
    int x;
    struct point p;
    int t[4];
    {
        for (int k = 0; k < 4; k++)
            t[order[k]] = a[i] + k;
        if (a[i] >= 0)
            x = t[3];
        p.x = x;
        if (a[i] >= 0)
            p.y = t[1];
        o[i] = p.x * p.y;
    }
}

static void permuted(const int *restrict order, const int *restrict a, int *restrict o)
{
    #pragma omp parallel for
    for (int i = 0; i < 64; i++)
        permuted_iteration(order, a, o, i);
}

// clauses.c:33: kernel rows
static inline void rows_iteration(const int *restrict a, int *restrict o, int i)
{
    int row[8];
    for (int k = 0; k < 8; k++)
        row[k] = a[8 * i + k] * k;
    for (int j = 0; j < 8; j++)
        o[8 * i + j] += row[7 - j];
}

static void rows(const int *restrict a, int *restrict o)
{
    #pragma omp parallel for
    for (int i = 0; i < 8; i++)
        rows_iteration(a, o, i);
}

int main(void)
{
    int i, k, x;
    for (i = 0; i < 64; i++)
        a[i] = i * 7 % 31;
    for (k = 0; k < 4; k++)
        order[k] = (k + 2) % 4;
    int *d_a = hicuda_alloc(sizeof a, "clauses.c:17: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    int *d_order = hicuda_alloc(sizeof order, "clauses.c:18: global alloc order[*] copyin");
    memcpy(d_order, order, sizeof order);
    int *d_o = hicuda_alloc(sizeof o, "clauses.c:19: global alloc o[*]");
    permuted(d_order, d_a, d_o);
    rows(d_a, d_o);
    memcpy(o, d_o, sizeof o);
    free(d_a);
    free(d_order);
    free(d_o);
    for (i = 0; i < 64; i++)
        printf("%d\n", o[i]);
    return 0;
}
