//@ emit: cuda cpu
//@ run: cpu h200
// The grid adds up; the host's variable has what it had and the sum.
#include <stdio.h>

#define N 10000

float a[N];

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

// sum-of-an-array.c:17: kernel total
static inline void total_block(const float *restrict a, int n, float *sum_of_blocks, int block_i)
{
    float sum = 0;
    for (int i_base = block_i * 128; i_base < n; i_base += 3072) {
        int i_end = i_base + 128 < n ? i_base + 128 : n;
        for (int i = i_base; i < i_end; i++)
            sum += a[i];
    }
    sum_of_blocks[block_i] = sum;
}

static void total(const float *restrict a, int n, float *sum_result)
{
    float *sum_of_blocks = hicuda_alloc(sizeof(float) * 24, "kernel total");
    #pragma omp parallel for
    for (int block_i = 0; block_i < 24; block_i++)
        total_block(a, n, sum_of_blocks, block_i);
    for (int block = 0; block < 24; block++)
        *sum_result += sum_of_blocks[block];
    free(sum_of_blocks);
}

int main(void)
{
    int n = N - 1;
    float sum = 0.5f;
    for (int i = 0; i < N; i++)
        a[i] = (i * 7 % 13) * 0.25f;
    float *d_a = hicuda_alloc(sizeof a, "sum-of-an-array.c:16: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    total(d_a, n, &sum);
    free(d_a);
    printf("%g\n", sum);
    return 0;
}
