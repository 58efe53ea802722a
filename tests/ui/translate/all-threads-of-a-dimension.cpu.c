//@ emit: cuda cpu
//@ run: cpu
// Three threads share out each loop, and four of each do the same: a barrier
// keeps the next row out of the buffer until all of them have read this one.
#include <stdio.h>

#define ROWS 10
#define WIDTH 40

static float means[ROWS][WIDTH];

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

// all-threads-of-a-dimension.c:15: kernel smooth
static inline void smooth_block(float (*restrict means)[40], int block_row)
{
    float line[40];
    for (int row = block_row; row < ROWS; row += 4) {
        for (int i = 0; i < WIDTH; i++)
            line[i] = row * i;
        for (int i = 0; i < WIDTH; i++)
            means[row][i] = (line[i] + line[i / 2]) / 2;
    }
}

static void smooth(float (*restrict means)[40])
{
    #pragma omp parallel for
    for (int block_row = 0; block_row < 4; block_row++)
        smooth_block(means, block_row);
}

int main(void)
{
    float (*d_means)[40] = hicuda_alloc(sizeof means, "all-threads-of-a-dimension.c:14: global alloc means[*][*] clear");
    memset(d_means, 0, sizeof means);
    smooth(d_means);
    memcpy(means, d_means, sizeof means);
    free(d_means);
    for (int row = 0; row < ROWS; row++)
        printf("%g %g\n", means[row][7], means[row][WIDTH - 1]);
    return 0;
}
