//@ emit: cuda cpu
//@ run: cpu sim
// Sizes that are members of structs: kernels that compute with them get their values, since a struct of the host is nowhere
// on the device. A table of rows, and a part of a matrix.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n, m;
    float **rows, *cells;
} Grid;

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

// Copies `rows` runs of `width` bytes that lie `to_pitch` and `from_pitch` apart.
static void hicuda_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                             size_t width, size_t rows)
{
    for (size_t row = 0; row < rows; row++)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
}

// sizes-in-members.c:29: kernel all
static inline void all_block(const float *restrict g_rows, int g_n, int g_m, const int g_rows_bound, double *sum_of_blocks, int block_i, int block_j)
{
    double sum = 0;
    int i_chunk = (g_n + 3) / 3;
    int i_begin = block_i * i_chunk;
    int i_end = i_begin + i_chunk < g_n + 1 ? i_begin + i_chunk : g_n + 1;
    for (int i = i_begin; i < i_end; i++) {
        int j_chunk = (g_m + 2) / 2;
        int j_begin = block_j * j_chunk;
        int j_end = j_begin + j_chunk < g_m + 1 ? j_begin + j_chunk : g_m + 1;
        for (int j = j_begin; j < j_end; j++)
            sum += g_rows[(long)i * g_rows_bound + j] * (i % 7 + j);
    }
    sum_of_blocks[block_i * 2 + block_j] = sum;
}

static void all(const float *restrict g_rows, int g_n, int g_m, const int g_rows_bound, double *sum_result)
{
    double *sum_of_blocks = hicuda_alloc(sizeof(double) * 6, "kernel all");
    #pragma omp parallel for collapse(2)
    for (int block_i = 0; block_i < 3; block_i++)
        for (int block_j = 0; block_j < 2; block_j++)
            all_block(g_rows, g_n, g_m, g_rows_bound, sum_of_blocks, block_i, block_j);
    for (int block = 0; block < 6; block++)
        *sum_result += sum_of_blocks[block];
    free(sum_of_blocks);
}

// sizes-in-members.c:39: kernel part
static inline void part_block(const float *restrict g_cells, int g_n, int g_m, const int g_cells_bound1, double *inner_of_blocks, int block_i, int block_j)
{
    double inner = 0;
    int i_chunk = g_n / 3;
    int i_begin = block_i * i_chunk + 1;
    int i_end = i_begin + i_chunk < g_n - 1 ? i_begin + i_chunk : g_n - 1;
    for (int i = i_begin; i < i_end; i++) {
        int j_chunk = (g_m - 1) / 2;
        int j_begin = block_j * j_chunk + 1;
        int j_end = j_begin + j_chunk < g_m - 1 ? j_begin + j_chunk : g_m - 1;
        for (int j = j_begin; j < j_end; j++)
            inner += g_cells[(long)(i - 1) * g_cells_bound1 + j - 1] * (i % 7 + j);
    }
    inner_of_blocks[block_i * 2 + block_j] = inner;
}

static void part(const float *restrict g_cells, int g_n, int g_m, const int g_cells_bound1, double *inner_result)
{
    double *inner_of_blocks = hicuda_alloc(sizeof(double) * 6, "kernel part");
    #pragma omp parallel for collapse(2)
    for (int block_i = 0; block_i < 3; block_i++)
        for (int block_j = 0; block_j < 2; block_j++)
            part_block(g_cells, g_n, g_m, g_cells_bound1, inner_of_blocks, block_i, block_j);
    for (int block = 0; block < 6; block++)
        *inner_result += inner_of_blocks[block];
    free(inner_of_blocks);
}

int main(void) {
    Grid *g = malloc(sizeof(Grid));
    g->n = 18;
    g->m = 23;
    g->rows = malloc((g->n + 1) * sizeof(float *));
    g->cells = malloc(g->n * g->m * sizeof(float));
    for (int i = 0; i <= g->n; i++) {
        g->rows[i] = malloc((g->m + 1) * sizeof(float));
        for (int j = 0; j <= g->m; j++)
            g->rows[i][j] = i % 5 + j;
    }
    for (int i = 0; i < g->n * g->m; i++)
        g->cells[i] = i % 7;
    double sum = 0, inner = 0;
    const int g_rows_bound = g->m + 1;
    float *d_g_rows = hicuda_alloc(sizeof(float) * (g->n + 1) * g_rows_bound, "sizes-in-members.c:28: global alloc g->rows[*][*] copyin");
    for (size_t row = 0; row < g->n + 1; row++)
        memcpy(&d_g_rows[(size_t)row * g_rows_bound], g->rows[row], sizeof(float) * g_rows_bound);
    all(d_g_rows, g->n, g->m, g_rows_bound, &sum);
    free(d_g_rows);
    const int g_cells_bound0 = g->m;
    const int g_cells_bound1 = g->m - 2;
    hicuda_require(1 <= g->n - 1, "sizes-in-members.c:38: the section of `g->cells` ends before it starts");
    hicuda_require(1 <= g_cells_bound1 + 1, "sizes-in-members.c:38: the section of `g->cells` ends before it starts");
    float *d_g_cells = hicuda_alloc(sizeof(float) * (g->n - 2) * g_cells_bound1, "sizes-in-members.c:38: global alloc g->cells[1:g->n-2][1:g->m-2] copyin");
    hicuda_copy_rows(d_g_cells, sizeof(float) * g_cells_bound1, &g->cells[g_cells_bound0 + 1], sizeof(float) * g_cells_bound0, sizeof(float) * g_cells_bound1, g->n - 2);
    part(d_g_cells, g->n, g->m, g_cells_bound1, &inner);
    free(d_g_cells);
    printf("%g %g\n", sum, inner);
    return 0;
}
