//@ emit: cuda cpu
//@ run: cpu h200
// Eight by eight results per thread: the product of two matrices, with a tile
// of each in shared memory and the sums in registers.
#include <stdio.h>

#define N 128
#define TILE 16

int a[N][N], b[N][N], c[N][N];

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

// register-tile.c:23: kernel multiply
static inline void multiply_block(const int (*restrict a)[128], const int (*restrict b)[128], int (*restrict c)[128], int block_i, int block_j)
{
    int a_tile[64][16], b_tile[16][64];
    int i_base = block_i * 64;
    int j_base = block_j * 64;
    int sum_of[64][64];
    for (int i_lane = 0; i_lane < 64; i_lane++)
        for (int j_lane = 0; j_lane < 64; j_lane++)
            sum_of[i_lane][j_lane] = 0;
    for (int kk = 0; kk < N; kk += TILE) {
        for (int row = 0; row < 64; row++)
            for (int column = 0; column < 16; column++)
                a_tile[row][column] = a[i_base + row][kk + column];
        for (int row = 0; row < 16; row++)
            for (int column = 0; column < 64; column++)
                b_tile[row][column] = b[kk + row][j_base + column];
        for (int i_lane = 0; i_lane < 64; i_lane++)
            for (int k = 0; k < TILE; k++) {
                #pragma omp simd
                for (int j_lane = 0; j_lane < 64; j_lane++)
                    sum_of[i_lane][j_lane] += a_tile[i_lane][k] * b_tile[k][j_lane];
            }
    }
    for (int i_lane = 0; i_lane < 64; i_lane++) {
        int i = i_base + i_lane;
        for (int j_lane = 0; j_lane < 64; j_lane++) {
            int j = j_base + j_lane;
            c[i][j] = sum_of[i_lane][j_lane];
        }
    }
}

static void multiply(const int (*restrict a)[128], const int (*restrict b)[128], int (*restrict c)[128])
{
    #pragma omp parallel for collapse(2)
    for (int block_i = 0; block_i < 2; block_i++)
        for (int block_j = 0; block_j < 2; block_j++)
            multiply_block(a, b, c, block_i, block_j);
}

int main(void)
{
    int i, j, kk;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 - 5;
            b[i][j] = (i * 5 + j * 2) % 13 - 6;
        }
    int (*d_a)[128] = hicuda_alloc(sizeof a, "register-tile.c:20: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    int (*d_b)[128] = hicuda_alloc(sizeof b, "register-tile.c:21: global alloc b[*][*] copyin");
    memcpy(d_b, b, sizeof b);
    int (*d_c)[128] = hicuda_alloc(sizeof c, "register-tile.c:22: global alloc c[*][*]");
    multiply(d_a, d_b, d_c);
    memcpy(c, d_c, sizeof c);
    free(d_a);
    free(d_b);
    free(d_c);
    unsigned check = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            check = check * 31u + (unsigned)c[i][j];
    printf("%d %d %u\n", c[0][0], c[77][51], check);
    return 0;
}
