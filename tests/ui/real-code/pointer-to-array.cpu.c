//@ emit: cuda cpu
//@ run: cpu
// `(*t)[i][j]`, pointers to rows, and a base pointer with negative subscripts.
#include <stdio.h>
#include <stdlib.h>

#define H 10
#define W 12

typedef double plane[H][W];

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

// pointer-to-array.c:24: kernel planes
static inline void planes_iteration(double (*restrict s)[10][12], const double (*restrict t)[10][12], double (*restrict rows)[12], int i)
{
    for (int j = 1; j < W - 1; j++) {
        const double *centre = &(*t)[i][j];
        (*s)[i][j] = centre[-1] + centre[1] + (*t)[i - 1][j] + (*t)[i + 1][j] - 4 * centre[0];
        rows[i][j] = (*s)[i][j] * 2;
    }
}

static void planes(double (*restrict s)[10][12], const double (*restrict t)[10][12], double (*restrict rows)[12])
{
    #pragma omp parallel for
    for (int i = 1; i < H - 1; i++)
        planes_iteration(s, t, rows, i);
}

int main(void)
{
    plane *t = malloc(sizeof *t), *s = malloc(sizeof *s);
    double (*rows)[W] = malloc(H * sizeof *rows);
    double line[W];
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            (*t)[i][j] = i * i * 100 + j * j * j;
    double (*d_t)[10][12] = hicuda_alloc(sizeof(double) * 10 * 12, "pointer-to-array.c:21: global alloc t[*][*][*] copyin");
    memcpy(d_t, t, sizeof(double) * 10 * 12);
    double (*d_s)[10][12] = hicuda_alloc(sizeof(double) * 10 * 12, "pointer-to-array.c:22: global alloc s[*][*][*] clear");
    memset(d_s, 0, sizeof(double) * 10 * 12);
    double (*d_rows)[12] = hicuda_alloc(sizeof(double) * 10 * 12, "pointer-to-array.c:23: global alloc rows[*][*] clear");
    memset(d_rows, 0, sizeof(double) * 10 * 12);
    planes(d_s, d_t, d_rows);
    memcpy(s, d_s, sizeof(double) * 10 * 12);
    memcpy(rows, d_rows, sizeof(double) * 10 * 12);
    free(d_t);
    free(d_s);
    free(d_rows);
    double total = 0;
    for (int i = 1; i < H - 1; i++)
        for (int j = 1; j < W - 1; j++)
            total += (*s)[i][j] * (i + j) + rows[i][j];
    line[0] = total;
    printf("%g\n", line[0]);
    return 0;
}
