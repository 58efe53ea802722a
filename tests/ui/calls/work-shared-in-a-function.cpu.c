//@ emit: cuda cpu
//@ run: cpu
// Functions that partition loops, use shared memory and barriers: nesting goes on
// across the call.
#include <stdio.h>

#define N 6
#define M 64

float a[N][M], b[N][M], first[N];

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

static void add_to_row(float (*m)[M], int i, float by)
{
    for (int j = 0; j < M; j++)
        m[i][j] += by;
}

static void reverse(int i)
{
    for (int j = 0; j < M; j++)
        b[i][j] = a[i][M - 1 - j];
    first[i] = i;
}

static void both(int row)
{
    add_to_row(a, row, 0.5f);
    reverse(row);
    return;
}

// work-shared-in-a-function.c:48: kernel rows
static inline void rows_block(float (*restrict a)[64], float (*restrict b)[64], float *restrict first, int block_i)
{
    float a_tile[1][64];
    int i = block_i;
    {
        for (int j = 0; j < M; j++)
            a[i][j] += 0.5f;
        {
            for (int row = 0; row < 1; row++)
                for (int column = 0; column < 64; column++)
                    a_tile[row][column] = a[i + row][column];
            for (int j = 0; j < M; j++)
                b[i][j] = a_tile[0][63 - j];
            {
                first[i] = i;
            }
        }
    }
    for (int j = 0; j < M; j++)
        b[i][j] += 1;
}

static void rows(float (*restrict a)[64], float (*restrict b)[64], float *restrict first)
{
    #pragma omp parallel for
    for (int block_i = 0; block_i < 6; block_i++)
        rows_block(a, b, first, block_i);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * M + j;
    float (*d_a)[64] = hicuda_alloc(sizeof a, "work-shared-in-a-function.c:45: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    float (*d_b)[64] = hicuda_alloc(sizeof b, "work-shared-in-a-function.c:46: global alloc b[*][*]");
    float *d_first = hicuda_alloc(sizeof first, "work-shared-in-a-function.c:47: global alloc first[*]");
    rows(d_a, d_b, d_first);
    memcpy(b, d_b, sizeof b);
    memcpy(first, d_first, sizeof first);
    free(d_a);
    free(d_b);
    free(d_first);
    double total = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            total += b[i][j] * (j + 1) + first[i];
    printf("%g\n", total);
    return 0;
}
