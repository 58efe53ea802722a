//@ emit: cuda cpu
//@ run: cpu
// Several rows at once for each group of threads, and sums over jammed loops.
#include <stdio.h>

#define N 70
#define M 100

float a[N][M], x[M], y[N], z[N], most[N];
int hist[8];

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

// rows-and-reductions.c:27: kernel rows
static inline void rows_iteration(const float (*restrict a)[100], const float *restrict x, float *restrict y, float *restrict most, int i)
{
    float sum = 0, largest = a[i][0];
    float sum_part = 0;
    float largest_part = largest;
    for (int j = 0; j < M; j++) {
        sum_part += a[i][j] * x[j];
        if (a[i][j] > largest_part)
            largest_part = a[i][j];
    }
    sum += sum_part;
    largest = largest > largest_part || largest_part != largest_part ? largest : largest_part;
    y[i] = sum;
    most[i] = largest;
}

static void rows(const float (*restrict a)[100], const float *restrict x, float *restrict y, float *restrict most)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        rows_iteration(a, x, y, most, i);
}

// rows-and-reductions.c:41: kernel by_grid
static inline void by_grid_block(const float (*restrict a)[100], int *restrict hist, float *total_of_blocks, int *count_of_blocks, int block_i)
{
    float total = 0;
    int count = 0;
    int i_begin = block_i * 24;
    int i_end = i_begin + 24 < N ? i_begin + 24 : N;
    for (int i = i_begin; i < i_end; i++) {
        total += a[i][i] * 0.5f;
        count++;
        hist[i % 8] += i;
    }
    total_of_blocks[block_i] = total;
    count_of_blocks[block_i] = count;
}

static void by_grid(const float (*restrict a)[100], int *restrict hist, float *total_result, int *count_result)
{
    float *total_of_blocks = hicuda_alloc(sizeof(float) * 3, "kernel by_grid");
    int *count_of_blocks = hicuda_alloc(sizeof(int) * 3, "kernel by_grid");
    #pragma omp parallel for reduction(+: hist[0:8])
    for (int block_i = 0; block_i < 3; block_i++)
        by_grid_block(a, hist, total_of_blocks, count_of_blocks, block_i);
    for (int block = 0; block < 3; block++)
        *total_result += total_of_blocks[block];
    for (int block = 0; block < 3; block++)
        *count_result += count_of_blocks[block];
    free(total_of_blocks);
    free(count_of_blocks);
}

// rows-and-reductions.c:49: kernel within_blocks
static inline void within_blocks_iteration(const float (*restrict a)[100], float *restrict z, int i)
{
    float sum = 1;
    float sum_part = 0;
    for (int j = 0; j < M; j++)
        sum_part += a[i][j];
    sum += sum_part;
    z[i] = sum;
}

static void within_blocks(const float (*restrict a)[100], float *restrict z)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        within_blocks_iteration(a, z, i);
}

int main(void)
{
    float total = 0.5f;
    int count = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 7 + j * 3) % 11 - 5;
    for (int j = 0; j < M; j++)
        x[j] = j % 5 - 2;
    float (*d_a)[100] = hicuda_alloc(sizeof a, "rows-and-reductions.c:21: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    float *d_x = hicuda_alloc(sizeof x, "rows-and-reductions.c:22: global alloc x[*] copyin");
    memcpy(d_x, x, sizeof x);
    float *d_y = hicuda_alloc(sizeof y, "rows-and-reductions.c:23: global alloc y[*]");
    float *d_z = hicuda_alloc(sizeof z, "rows-and-reductions.c:24: global alloc z[*]");
    float *d_most = hicuda_alloc(sizeof most, "rows-and-reductions.c:25: global alloc most[*]");
    int *d_hist = hicuda_alloc(sizeof hist, "rows-and-reductions.c:26: global alloc hist[*] clear");
    memset(d_hist, 0, sizeof hist);
    rows(d_a, d_x, d_y, d_most);
    by_grid(d_a, d_hist, &total, &count);
    within_blocks(d_a, d_z);
    memcpy(y, d_y, sizeof y);
    memcpy(z, d_z, sizeof z);
    memcpy(most, d_most, sizeof most);
    memcpy(hist, d_hist, sizeof hist);
    free(d_a);
    free(d_x);
    free(d_y);
    free(d_z);
    free(d_most);
    free(d_hist);
    printf("%g %d\n", total, count);
    for (int i = 0; i < N; i += 3)
        printf("%g %g %g %d\n", y[i], z[i], most[i], hist[i % 8]);
    return 0;
}
