//@ emit: cuda cpu
//@ run: cpu
// Nine operations, several types and ways of writing an update, in one loop.
#include <math.h>
#include <stdio.h>

int k[3000];
double d[3000];

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

// every-operation.c:24: kernel every
static inline void every_block(const int *restrict k, const double *restrict d, int n, long *sum_of_blocks, double *product_of_blocks, double *least_result, double *least_of_blocks, double *most_result, double *most_of_blocks, unsigned char *all_bits_result, unsigned char *all_bits_of_blocks, unsigned int *any_bits_result, unsigned int *any_bits_of_blocks, unsigned int *parity_of_blocks, int *ok_result, int *ok_of_blocks, int *found_result, int *found_of_blocks, int block_i)
{
    long sum = 0;
    double product = 1;
    double least = *least_result;
    double most = *most_result;
    unsigned char all_bits = *all_bits_result;
    unsigned int any_bits = *any_bits_result;
    unsigned int parity = 0;
    int ok = *ok_result;
    int found = *found_result;
    int i_chunk = (n + 4) / 5;
    int i_begin = block_i * i_chunk;
    int i_end = i_begin + i_chunk < n ? i_begin + i_chunk : n;
    for (int i = i_begin; i < i_end; i++) {
        sum -= k[i];
        product = d[i] * product;
        if (d[i] - k[i] < least)
            least = d[i] - k[i];
        most = fmax(most, k[i] * 0.5);
        all_bits &= k[i] | 0x55;
        any_bits = any_bits | k[i] << 2;
        parity ^= k[i];
        if (k[i] < 0)
            ok = 0;
        found = found || k[i] == 1023;
    }
    sum_of_blocks[block_i] = sum;
    product_of_blocks[block_i] = product;
    least_of_blocks[block_i] = least;
    most_of_blocks[block_i] = most;
    all_bits_of_blocks[block_i] = all_bits;
    any_bits_of_blocks[block_i] = any_bits;
    parity_of_blocks[block_i] = parity;
    ok_of_blocks[block_i] = ok;
    found_of_blocks[block_i] = found;
}

static void every(const int *restrict k, const double *restrict d, int n, long *sum_result, double *product_result, double *least_result, double *most_result, unsigned char *all_bits_result, unsigned int *any_bits_result, unsigned int *parity_result, int *ok_result, int *found_result)
{
    long *sum_of_blocks = hicuda_alloc(sizeof(long) * 5, "kernel every");
    double *product_of_blocks = hicuda_alloc(sizeof(double) * 5, "kernel every");
    double *least_of_blocks = hicuda_alloc(sizeof(double) * 5, "kernel every");
    double *most_of_blocks = hicuda_alloc(sizeof(double) * 5, "kernel every");
    unsigned char *all_bits_of_blocks = hicuda_alloc(sizeof(unsigned char) * 5, "kernel every");
    unsigned int *any_bits_of_blocks = hicuda_alloc(sizeof(unsigned int) * 5, "kernel every");
    unsigned int *parity_of_blocks = hicuda_alloc(sizeof(unsigned int) * 5, "kernel every");
    int *ok_of_blocks = hicuda_alloc(sizeof(int) * 5, "kernel every");
    int *found_of_blocks = hicuda_alloc(sizeof(int) * 5, "kernel every");
    #pragma omp parallel for
    for (int block_i = 0; block_i < 5; block_i++)
        every_block(k, d, n, sum_of_blocks, product_of_blocks, least_result, least_of_blocks, most_result, most_of_blocks, all_bits_result, all_bits_of_blocks, any_bits_result, any_bits_of_blocks, parity_of_blocks, ok_result, ok_of_blocks, found_result, found_of_blocks, block_i);
    for (int block = 0; block < 5; block++)
        *sum_result += sum_of_blocks[block];
    for (int block = 0; block < 5; block++)
        *product_result *= product_of_blocks[block];
    for (int block = 0; block < 5; block++)
        *least_result = *least_result < least_of_blocks[block] || least_of_blocks[block] != least_of_blocks[block] ? *least_result : least_of_blocks[block];
    for (int block = 0; block < 5; block++)
        *most_result = *most_result > most_of_blocks[block] || most_of_blocks[block] != most_of_blocks[block] ? *most_result : most_of_blocks[block];
    for (int block = 0; block < 5; block++)
        *all_bits_result &= all_bits_of_blocks[block];
    for (int block = 0; block < 5; block++)
        *any_bits_result |= any_bits_of_blocks[block];
    for (int block = 0; block < 5; block++)
        *parity_result ^= parity_of_blocks[block];
    for (int block = 0; block < 5; block++)
        *ok_result = *ok_result == ok_of_blocks[block] ? *ok_result : *ok_result && ok_of_blocks[block];
    for (int block = 0; block < 5; block++)
        *found_result = *found_result == found_of_blocks[block] ? *found_result : *found_result || found_of_blocks[block];
    free(sum_of_blocks);
    free(product_of_blocks);
    free(least_of_blocks);
    free(most_of_blocks);
    free(all_bits_of_blocks);
    free(any_bits_of_blocks);
    free(parity_of_blocks);
    free(ok_of_blocks);
    free(found_of_blocks);
}

int main(void)
{
    int n = 2999;
    long sum = -4;
    double product = 0.5, least = 1e9, most = -1e9;
    unsigned char all_bits = 0xff;
    unsigned any_bits = 1, parity = 6;
    int ok = 5, found = 0;
    for (int i = 0; i < 3000; i++) {
        k[i] = i * 37 % 1024;
        d[i] = i % 500 == 0 ? 2 : 1;
    }
    int *d_k = hicuda_alloc(sizeof k, "every-operation.c:22: global alloc k[*] copyin");
    memcpy(d_k, k, sizeof k);
    double *d_d = hicuda_alloc(sizeof d, "every-operation.c:23: global alloc d[*] copyin");
    memcpy(d_d, d, sizeof d);
    every(d_k, d_d, n, &sum, &product, &least, &most, &all_bits, &any_bits, &parity, &ok, &found);
    free(d_k);
    free(d_d);
    printf("%ld %g %g %g\n", sum, product, least, most);
    printf("%x %x %x %d %d\n", all_bits, any_bits, parity, ok, found);
    return 0;
}
