//@ run: cpu sim
//@ emit: cpu
// Index values beyond the end of a loop may be more than its type holds: tiles and threads are counted in a wider one.
#include <limits.h>
#include <stdio.h>

static int out[64];
static unsigned seen;

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

static void tiles(int lo, int hi, unsigned from)
{
    for (long i_tile = lo; i_tile < hi; i_tile += 16)
        for (int i = i_tile; i < (i_tile + 16 < hi ? i_tile + 16 : hi); i++)
            seen = seen * 31 + (unsigned int)i;
    for (long i_tile2 = from; i_tile2 > (unsigned int)0; i_tile2 -= 48)
        for (unsigned int i = i_tile2; i > (i_tile2 - 48 > (unsigned int)0 ? i_tile2 - 48 : 0); i -= 3)
            seen = seen * 31 + i;
    {
        int i_rest = lo + (lo < hi ? ((long)hi - (long)lo + 2) / 3 % 4 : 0) * 3;
        for (int i = lo; i < i_rest; i += 3)
            seen = seen * 31 + (unsigned int)i;
        for (int i = i_rest; i < hi; i += 12) {
            seen = seen * 31 + (unsigned int)i;
            seen = seen * 31 + (unsigned int)(i + 3);
            seen = seen * 31 + (unsigned int)(i + 6);
            seen = seen * 31 + (unsigned int)(i + 9);
        }
    }
}

// near-the-end-of-a-type.c:26: kernel k
static void k(int *restrict out, int lo, int hi)
{
    if (lo < hi) {
        #pragma omp parallel for
        for (int i = lo; i < hi; i++)
            out[i - lo] += 1;
    }
}

// near-the-end-of-a-type.c:31: kernel m
static void m(int *restrict out, long from, long to)
{
    if (from < to) {
        #pragma omp parallel for schedule(static, 16)
        for (long i = from; i < to; i++)
            out[i - from] += 2;
    }
}

static void threads(int lo, int hi, long from, long to)
{
    int *d_out = hicuda_alloc(sizeof out, "near-the-end-of-a-type.c:25: global alloc out[*] copyin");
    memcpy(d_out, out, sizeof out);
    k(d_out, lo, hi);
    m(d_out, from, to);
    memcpy(out, d_out, sizeof out);
    free(d_out);
}

int main(void)
{
    tiles(INT_MAX - 20, INT_MAX - 3, 36);
    threads(INT_MAX - 40, INT_MAX, LONG_MAX - 37, LONG_MAX);
    printf("%u\n", seen);
    for (int i = 0; i < 64; i++)
        printf("%d", out[i]);
    printf("\n");
    return 0;
}
