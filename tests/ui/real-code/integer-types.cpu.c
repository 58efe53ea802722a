//@ emit: cuda cpu
//@ run: cpu
// 16-bit data, 64-bit counters, size_t indices and unsigned wrap-around mean
// what C says.
#include <stdio.h>
#include <stdint.h>
#include <stddef.h>

#define N 64

unsigned short pixel[N];
short delta[N];
uint64_t counter[N];
uint8_t wrapped[N];
int64_t difference[N];

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

// integer-types.c:27: kernel widths
static void widths(short *restrict delta, const unsigned short *restrict pixel, uint64_t *restrict counter, uint8_t *restrict wrapped, int64_t *restrict difference, const unsigned int shift)
{
    #pragma omp parallel for
    for (size_t i = 0; i < N; i++) {
        delta[i] = i > 0 ? pixel[i] - pixel[i - 1] : 0;
        counter[i] = (uint64_t)pixel[i] << 32 | (unsigned int)(i * 0x9e3779b9u);
        wrapped[i] = (uint8_t)(pixel[i] * pixel[i]) >> shift;
        difference[i] = (int)i - 5 > -1 ? (int64_t)i * INT32_MAX : -1 - (int64_t)(unsigned int)-1;
        if (-1 < (int)i && (unsigned int)-1 > i)
            counter[i] ^= ~0ull >> i % 60;
    }
}

int main(void)
{
    const unsigned shift = 3;
    for (size_t i = 0; i < N; i++)
        pixel[i] = (unsigned short)(65535u - i * 777u);
    unsigned short *d_pixel = hicuda_alloc(sizeof pixel, "integer-types.c:22: global alloc pixel[*] copyin");
    memcpy(d_pixel, pixel, sizeof pixel);
    short *d_delta = hicuda_alloc(sizeof delta, "integer-types.c:23: global alloc delta[*] clear");
    memset(d_delta, 0, sizeof delta);
    uint64_t *d_counter = hicuda_alloc(sizeof counter, "integer-types.c:24: global alloc counter[*]");
    uint8_t *d_wrapped = hicuda_alloc(sizeof wrapped, "integer-types.c:25: global alloc wrapped[*]");
    int64_t *d_difference = hicuda_alloc(sizeof difference, "integer-types.c:26: global alloc difference[*] clear");
    memset(d_difference, 0, sizeof difference);
    widths(d_delta, d_pixel, d_counter, d_wrapped, d_difference, shift);
    memcpy(delta, d_delta, sizeof delta);
    memcpy(counter, d_counter, sizeof counter);
    memcpy(wrapped, d_wrapped, sizeof wrapped);
    memcpy(difference, d_difference, sizeof difference);
    free(d_pixel);
    free(d_delta);
    free(d_counter);
    free(d_wrapped);
    free(d_difference);
    uint64_t all = 0;
    for (int i = 0; i < N; i++)
        all = all * 1099511628211u + (uint64_t)delta[i] + counter[i] + wrapped[i] + (uint64_t)difference[i];
    printf("%llu\n", (unsigned long long)all);
    return 0;
}
