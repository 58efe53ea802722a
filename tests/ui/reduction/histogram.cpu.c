//@ emit: cuda cpu
//@ run: cpu h200
// How often each value occurs: blocks count in copies of the array of their own.
#include <stdio.h>

#define N 100000

unsigned char data[N];
unsigned hist[256];

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

// histogram.c:22: kernel count
static inline void count_block(unsigned int *restrict hist, const unsigned char *restrict data, int block_i)
{
    for (int i_base = block_i * 128; i_base < N; i_base += 1536) {
        int i_end = i_base + 128 < N ? i_base + 128 : N;
        for (int i = i_base; i < i_end; i++)
            hist[data[i]]++;
    }
}

static void count(unsigned int *restrict hist, const unsigned char *restrict data)
{
    #pragma omp parallel for reduction(+: hist[0:256])
    for (int block_i = 0; block_i < 12; block_i++)
        count_block(hist, data, block_i);
}

int main(void)
{
    unsigned seed = 5;
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        data[i] = (seed >> 24) & (seed >> 16);
    }
    for (int k = 0; k < 256; k++)
        hist[k] = k;
    unsigned char *d_data = hicuda_alloc(sizeof data, "histogram.c:20: global alloc data[*] copyin");
    memcpy(d_data, data, sizeof data);
    unsigned int *d_hist = hicuda_alloc(sizeof hist, "histogram.c:21: global alloc hist[*] copyin");
    memcpy(d_hist, hist, sizeof hist);
    count(d_hist, d_data);
    memcpy(hist, d_hist, sizeof hist);
    free(d_data);
    free(d_hist);
    for (int k = 0; k < 256; k += 15)
        printf("%u\n", hist[k]);
    return 0;
}
