//@ emit: cpu
//@ run: cpu h200
// Tiles used again and again stay, and the loop over k goes outside the one
// over neighbouring columns, so that it becomes vector code.
#include <stdio.h>
#define N 40
static float a[N][N], b[N][N], c[N][N];

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

// tiles-of-a-product.c:17: kernel product
static inline void product_block(const float (*restrict a)[40], const float (*restrict b)[40], float (*restrict c)[40], int block_i, int block_j)
{
    float a_tile[8][20], b_tile[20][16];
    int i_begin = block_i * 14;
    int i_end = i_begin + 14 < N ? i_begin + 14 : N;
    for (int i_base = i_begin; i_base < i_end; i_base += 8) {
        int i_lanes = i_end - i_base < 8 ? i_end - i_base : 8;
        int j_base = block_j * 14;
        if (j_base < N) {
            int j_lanes = N - j_base < 14 ? N - j_base : 14;
            float sum_of[8][16];
            for (int i_lane = 0; i_lane < i_lanes; i_lane++)
                for (int j_lane = 0; j_lane < j_lanes; j_lane++)
                    sum_of[i_lane][j_lane] = 0;
            for (int kk = 0; kk < N; kk += 20) {
                for (int row = 0; row < 8; row++)
                    for (int column = 0; column < 20; column++)
                        a_tile[row][column] = 0;
                int a_row_end = 40 - i_base < 8 ? 40 - i_base : 8;
                for (int row = 0; row < a_row_end; row++)
                    for (int column = 0; column < 20; column++)
                        a_tile[row][column] = a[i_base + row][kk + column];
                for (int row = 0; row < 20; row++)
                    for (int column = 0; column < 16; column++)
                        b_tile[row][column] = 0;
                int b_column_end = 40 - j_base < 16 ? 40 - j_base : 16;
                for (int row = 0; row < 20; row++)
                    for (int column = 0; column < b_column_end; column++)
                        b_tile[row][column] = b[kk + row][j_base + column];
                for (int i_lane = 0; i_lane < i_lanes; i_lane++)
                    for (int k = 0; k < 20; k++) {
                        #pragma omp simd
                        for (int j_lane = 0; j_lane < j_lanes; j_lane++)
                            sum_of[i_lane][j_lane] += a_tile[i_lane][k] * b_tile[k][j_lane];
                    }
            }
            for (int i_lane = 0; i_lane < i_lanes; i_lane++) {
                int i = i_base + i_lane;
                for (int j_lane = 0; j_lane < j_lanes; j_lane++) {
                    int j = j_base + j_lane;
                    c[i][j] = sum_of[i_lane][j_lane];
                }
            }
        }
    }
}

static void product(const float (*restrict a)[40], const float (*restrict b)[40], float (*restrict c)[40])
{
    #pragma omp parallel for collapse(2)
    for (int block_i = 0; block_i < 3; block_i++)
        for (int block_j = 0; block_j < 3; block_j++)
            product_block(a, b, c, block_i, block_j);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i + 2 * j) % 7, b[i][j] = (3 * i + j) % 5;
    float (*d_a)[40] = hicuda_alloc(sizeof a, "tiles-of-a-product.c:14: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    float (*d_b)[40] = hicuda_alloc(sizeof b, "tiles-of-a-product.c:15: global alloc b[*][*] copyin");
    memcpy(d_b, b, sizeof b);
    float (*d_c)[40] = hicuda_alloc(sizeof c, "tiles-of-a-product.c:16: global alloc c[*][*]");
    product(d_a, d_b, d_c);
    memcpy(c, d_c, sizeof c);
    free(d_a);
    free(d_b);
    free(d_c);
    for (int i = 0; i < N; i += 13)
        for (int j = 0; j < N; j += 7)
            printf("%g\n", c[i][j]);
    return 0;
}
