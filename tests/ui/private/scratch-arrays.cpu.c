//@ run: cpu
//@ emit: cuda cpu
// Arrays from outside in which each iteration only computes: written before they are
// read, and of no use afterwards. Nothing needs to be said about them.
#include <stdio.h>
#include <string.h>
struct point { int x, y; };
int a[64], which[64], o[64];
static void fill(int x, int *t)
{
    for (int q = 0; q < 4; q++)
        t[q] = x + q;
}
static int product(int x, int *t)
{
    fill(x, t);
    return t[0] * t[3];
}
#include <stdlib.h>

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

// scratch-arrays.c:31: kernel scratch
static inline void scratch_iteration(int *restrict a, int *restrict o, int *restrict which, int m, int i)
{
    int t[4];
    int rows[3][4];
    int sums[4];
    int passed[4];
    int table[4];
    struct point p[2];
    {
        t[0] = a[i];
        for (int k = 1; k < 4; k++)
            t[k] = t[k - 1] * 2 + 1;
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 4; j++)
                rows[k][j] = t[j] * k;
        for (int element = 0; element < 4; element++)
            sums[element] = 0;
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 3; k++)
                sums[j] += rows[k][j];
        for (int k = 0; k < m; k++)
            table[k] = sums[k] - k;
        p[0].x = product(a[i], passed);
        p[0].y = passed[2];
        p[1].x = p[0].x - p[0].y;
        for (int k = 0; k < m; k++)
            o[i] += table[k];
        o[i] += sums[which[i]] + p[1].x;
    }
}

static void scratch(int *restrict a, int *restrict o, int *restrict which, int m)
{
    #pragma omp parallel for
    for (int i = 0; i < 64; i++)
        scratch_iteration(a, o, which, m, i);
}

int main(void)
{
    int i, m = 3;
    for (i = 0; i < 64; i++) {
        a[i] = i * 7 % 31;
        which[i] = i % 4;
    }
    int *d_a = hicuda_alloc(sizeof a, "scratch-arrays.c:28: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    int *d_which = hicuda_alloc(sizeof which, "scratch-arrays.c:29: global alloc which[*] copyin");
    memcpy(d_which, which, sizeof which);
    int *d_o = hicuda_alloc(sizeof o, "scratch-arrays.c:30: global alloc o[*] clear");
    memset(d_o, 0, sizeof o);
    scratch(d_a, d_o, d_which, m);
    memcpy(o, d_o, sizeof o);
    free(d_a);
    free(d_which);
    free(d_o);
    for (i = 0; i < 64; i++)
        printf("%d\n", o[i]);
    return 0;
}
