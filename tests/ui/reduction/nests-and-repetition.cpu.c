//@ emit: cuda cpu
//@ run: cpu
// Updates at several depths of a nest, and dimensions of the grid that no loop uses:
// every iteration counts once.
#include <stdio.h>

double m[40][30];

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

// nests-and-repetition.c:16: kernel nest
static inline void nest_block(const double (*restrict m)[30], double *all_of_blocks, int block_i, int block_j)
{
    double all = 0;
    double all_part = 0;
    int i_begin = block_i * 7;
    int i_end = i_begin + 7 < 40 ? i_begin + 7 : 40;
    for (int i = i_begin; i < i_end; i++) {
        all += 1;
        int j_begin = block_j * 15;
        for (int j = j_begin; j < j_begin + 15; j++)
            all_part += m[i][j];
    }
    if (block_j != 0)
        all = 0;
    all += all_part;
    all_of_blocks[block_i * 2 + block_j] = all;
}

static void nest(const double (*restrict m)[30], double *all_result)
{
    double *all_of_blocks = hicuda_alloc(sizeof(double) * 12, "kernel nest");
    #pragma omp parallel for collapse(2)
    for (int block_i = 0; block_i < 6; block_i++)
        for (int block_j = 0; block_j < 2; block_j++)
            nest_block(m, all_of_blocks, block_i, block_j);
    for (int block = 0; block < 12; block++)
        *all_result += all_of_blocks[block];
    free(all_of_blocks);
}

// nests-and-repetition.c:25: kernel repeated
static inline void repeated_block(const double (*restrict m)[30], double *rows_of_blocks, int block_i)
{
    double rows = 0;
    int i_begin = block_i * 7;
    int i_end = i_begin + 7 < 40 ? i_begin + 7 : 40;
    for (int i = i_begin; i < i_end; i++)
        rows += m[i][1];
    rows_of_blocks[block_i] = rows;
}

static void repeated(const double (*restrict m)[30], double *rows_result)
{
    double *rows_of_blocks = hicuda_alloc(sizeof(double) * 6, "kernel repeated");
    #pragma omp parallel for
    for (int block_i = 0; block_i < 6; block_i++)
        repeated_block(m, rows_of_blocks, block_i);
    for (int block = 0; block < 6; block++)
        *rows_result += rows_of_blocks[block];
    free(rows_of_blocks);
}

// nests-and-repetition.c:30: kernel both
static inline void both_block(const double (*restrict m)[30], double *twice_of_blocks, int block_i)
{
    double twice = 0;
    for (int round = 0; round < 2; round++) {
        int i_begin = block_i * 7;
        int i_end = i_begin + 7 < 40 ? i_begin + 7 : 40;
        for (int i = i_begin; i < i_end; i++)
            for (int j = 0; j < 30; j++)
                twice += m[i][j];
    }
    twice_of_blocks[block_i] = twice;
}

static void both(const double (*restrict m)[30], double *twice_result)
{
    double *twice_of_blocks = hicuda_alloc(sizeof(double) * 6, "kernel both");
    #pragma omp parallel for
    for (int block_i = 0; block_i < 6; block_i++)
        both_block(m, twice_of_blocks, block_i);
    for (int block = 0; block < 6; block++)
        *twice_result += twice_of_blocks[block];
    free(twice_of_blocks);
}

int main(void)
{
    double all = 1, rows = 0, twice = 0;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 30; j++)
            m[i][j] = i * 0.5 + j;
    double (*d_m)[30] = hicuda_alloc(sizeof m, "nests-and-repetition.c:15: global alloc m[*][*] copyin");
    memcpy(d_m, m, sizeof m);
    nest(d_m, &all);
    repeated(d_m, &rows);
    both(d_m, &twice);
    free(d_m);
    printf("%g %g %g\n", all, rows, twice);
    return 0;
}
