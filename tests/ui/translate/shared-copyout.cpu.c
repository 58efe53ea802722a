//@ emit: cuda cpu
//@ run: cpu h200
// Results are collected in shared memory and written back together.
#include <stdio.h>

float a[3][70];

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

// shared-copyout.c:11: kernel number
static inline void number_block(float (*restrict a)[70], int block_i, int block_j)
{
    float a_tile[1][32];
    int i_base = block_i;
    int j_base = block_j * 24;
    if (j_base < 70) {
        int j_lanes = 70 - j_base < 24 ? 70 - j_base : 24;
        for (int i_lane = 0; i_lane < 1; i_lane++) {
            int i = i_base + i_lane;
            for (int j_lane = 0; j_lane < j_lanes; j_lane++) {
                int j = j_base + j_lane;
                a_tile[i_lane][j_lane] = i + j;
            }
        }
        for (int i_lane = 0; i_lane < 1; i_lane++) {
            int i = i_base + i_lane;
            for (int j_lane = 0; j_lane < j_lanes; j_lane++) {
                int j = j_base + j_lane;
                a[i][j] = a_tile[i - i_base][j - j_base];
            }
        }
    }
}

static void number(float (*restrict a)[70])
{
    #pragma omp parallel for collapse(2)
    for (int block_i = 0; block_i < 3; block_i++)
        for (int block_j = 0; block_j < 3; block_j++)
            number_block(a, block_i, block_j);
}

int main(void)
{
    float (*d_a)[70] = hicuda_alloc(sizeof a, "shared-copyout.c:10: global alloc a[*][*]");
    number(d_a);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    printf("%g %g\n", a[0][1], a[2][69]);
    return 0;
}
