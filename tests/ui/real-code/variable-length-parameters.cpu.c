//@ emit: cuda cpu
//@ run: cpu
// Arrays whose extents are other parameters, `static` and `restrict` inside the
// brackets.
#include <stdio.h>
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

// variable-length-parameters.c:12: kernel relaxed
static inline void relaxed_iteration(float *restrict to, const float *restrict from, int m, int i)
{
    for (int j = 1; j < m - 1; j++)
        to[(long)i * m + j] = (from[(long)i * m + j - 1] + from[(long)i * m + j + 1] + from[(long)(i - 1) * m + j] + from[(long)(i + 1) * m + j]) / 4;
}

static void relaxed(float *restrict to, const float *restrict from, int n, int m)
{
    #pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
        relaxed_iteration(to, from, m, i);
}

static void relax(int n, int m, float to[n][m], float from[static restrict n][m])
{
    float *d_from = hicuda_alloc(sizeof(float) * n * m, "variable-length-parameters.c:10: global alloc from[*][*] copyin");
    memcpy(d_from, from, sizeof(float) * n * m);
    float *d_to = hicuda_alloc(sizeof(float) * n * m, "variable-length-parameters.c:11: global alloc to[*][*] clear //~ R2049 `to`");
    memcpy(d_to, to, sizeof(float) * n * m);
    relaxed(d_to, d_from, n, m);
    memcpy(to, d_to, sizeof(float) * n * m);
    free(d_from);
    free(d_to);
}

int main(int argc, char **argv)
{
    int n = argc > 5 ? atoi(argv[1]) : 9, m = n + 6;
    float (*a)[m] = malloc(n * sizeof *a), (*b)[m] = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * j % 7;
    relax(n, m, b, a);
    float total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            total += b[i][j] * (i - j);
    printf("%g\n", total);
    return 0;
}
