//@ emit: cuda cpu
//@ run: cpu
// Triangular and conditional bounds, steps, commas and second induction
// variables, bounds in a struct.
#include <stdio.h>

#define N 24

struct extent { int x, y; };
int lower[N][N], band[N], pairs[N], strided[N];

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

// shapes-of-loops.c:20: kernel shapes
static inline void shapes_iteration(int (*restrict lower)[24], int *restrict band, int *restrict pairs, int *restrict strided, struct extent grid, int reach, int i)
{
    {
        for (int j = 0; j <= i; j++)
            lower[i][j] = i * j;
        int sum = 0;
        for (int j = i < reach ? 0 : i - reach; j < (i + reach < grid.y ? i + reach : grid.y); j++)
            sum += j;
        band[i] = sum;
        int up, down, meet = 0;
        for (up = 0, down = N - 1; up < down; up++, down--)
            meet += up * down;
        pairs[i] = meet + i;
        int k = 0;
        for (int j = i; j < N; j += 3, k += 2)
            strided[i] += j * k;
    }
}

static void shapes(int (*restrict lower)[24], int *restrict band, int *restrict pairs, int *restrict strided, struct extent grid, int reach)
{
    #pragma omp parallel for
    for (int i = 0; i < grid.x; i++)
        shapes_iteration(lower, band, pairs, strided, grid, reach, i);
}

int main(void)
{
    struct extent grid = {N, N - 3};
    int reach = 2;
    int (*d_lower)[24] = hicuda_alloc(sizeof lower, "shapes-of-loops.c:16: global alloc lower[*][*] clear");
    memset(d_lower, 0, sizeof lower);
    int *d_band = hicuda_alloc(sizeof band, "shapes-of-loops.c:17: global alloc band[*]");
    int *d_pairs = hicuda_alloc(sizeof pairs, "shapes-of-loops.c:18: global alloc pairs[*]");
    int *d_strided = hicuda_alloc(sizeof strided, "shapes-of-loops.c:19: global alloc strided[*] clear");
    memset(d_strided, 0, sizeof strided);
    shapes(d_lower, d_band, d_pairs, d_strided, grid, reach);
    memcpy(lower, d_lower, sizeof lower);
    memcpy(band, d_band, sizeof band);
    memcpy(pairs, d_pairs, sizeof pairs);
    memcpy(strided, d_strided, sizeof strided);
    free(d_lower);
    free(d_band);
    free(d_pairs);
    free(d_strided);
    long total = 0;
    for (int i = 0; i < N; i++) {
        total = total * 3 + band[i] + pairs[i] + strided[i];
        for (int j = 0; j < N; j++)
            total += lower[i][j];
    }
    printf("%ld\n", total);
    return 0;
}
