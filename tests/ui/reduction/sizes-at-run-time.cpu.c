//@ emit: cuda cpu
//@ run: cpu
// Any length, none included; the result goes to the host, to a device copy, or is
// added up by atomic operations.
#include <stdio.h>

static int a[5000];

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

// sizes-at-run-time.c:14: kernel host_result
static inline void host_result_block(const int *restrict a, int n, int *sum_of_blocks, int block_i)
{
    int sum = 0;
    int i_begin = block_i * 96;
    int i_end = i_begin + 96 < n ? i_begin + 96 : n;
    for (int i = i_begin; i < i_end; i++)
        sum += a[i];
    sum_of_blocks[block_i] = sum;
}

static void host_result(const int *restrict a, int n, int blocks_i, int *sum_result)
{
    int *sum_of_blocks = hicuda_alloc(sizeof(int) * (blocks_i > 0 ? blocks_i : 0), "kernel host_result");
    #pragma omp parallel for
    for (int block_i = 0; block_i < blocks_i; block_i++)
        host_result_block(a, n, sum_of_blocks, block_i);
    for (int block = 0; block < blocks_i; block++)
        *sum_result += sum_of_blocks[block];
    free(sum_of_blocks);
}

// sizes-at-run-time.c:19: kernel device_result
static inline void device_result_block(const int *restrict a, int n, int *kept_of_blocks, int block_i)
{
    int kept_part = 0;
    int i_chunk = (n + 11) / 12;
    int i_begin = block_i * i_chunk;
    int i_end = i_begin + i_chunk < n ? i_begin + i_chunk : n;
    for (int i = i_begin; i < i_end; i++)
        kept_part += a[i];
    kept_of_blocks[block_i] = kept_part;
}

static void device_result(int *restrict kept, const int *restrict a, int n)
{
    int *kept_of_blocks = hicuda_alloc(sizeof(int) * 12, "kernel device_result");
    #pragma omp parallel for
    for (int block_i = 0; block_i < 12; block_i++)
        device_result_block(a, n, kept_of_blocks, block_i);
    for (int block = 0; block < 12; block++)
        *kept += kept_of_blocks[block];
    free(kept_of_blocks);
}

// sizes-at-run-time.c:24: kernel quick_result
static inline void quick_result_block(const int *restrict a, int n, int *quick_of_blocks, int block_i)
{
    int quick = 0;
    int i_chunk = (n + 11) / 12;
    int i_begin = block_i * i_chunk;
    int i_end = i_begin + i_chunk < n ? i_begin + i_chunk : n;
    for (int i = i_begin; i < i_end; i++)
        quick += a[i];
    quick_of_blocks[block_i] = quick;
}

static void quick_result(const int *restrict a, int n, int *quick_result2)
{
    int *quick_of_blocks = hicuda_alloc(sizeof(int) * 12, "kernel quick_result");
    #pragma omp parallel for
    for (int block_i = 0; block_i < 12; block_i++)
        quick_result_block(a, n, quick_of_blocks, block_i);
    for (int block = 0; block < 12; block++)
        *quick_result2 += quick_of_blocks[block];
    free(quick_of_blocks);
}

// sizes-at-run-time.c:29: kernel one_block
static void one_block(const int *restrict a, int n, int *one_result)
{
    int one = 0;
    for (int i = 0; i < n; i++)
        one += a[i];
    *one_result += one;
}

static void run(int n)
{
    int sum = 3, kept = 10, quick = 0, one = 7;
    int *d_a = hicuda_alloc(sizeof a, "sizes-at-run-time.c:12: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    int *d_kept = hicuda_alloc(sizeof kept, "sizes-at-run-time.c:13: global alloc kept copyin");
    memcpy(d_kept, &kept, sizeof kept);
    host_result(d_a, n, (n + 95) / 96, &sum);
    device_result(d_kept, d_a, n);
    quick_result(d_a, n, &quick);
    one_block(d_a, n, &one);
    memcpy(&kept, d_kept, sizeof kept);
    free(d_a);
    free(d_kept);
    printf("%d: %d %d %d %d\n", n, sum, kept, quick, one);
}

int main(void)
{
    for (int i = 0; i < 5000; i++)
        a[i] = i % 17 - 5;
    for (int n = -200; n <= 5000; n += 650)
        run(n);
    run(0);
    run(1);
    return 0;
}
