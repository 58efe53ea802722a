//@ emit: cuda cpu
//@ run: cpu
// The device's own operations, and others made by comparing and swapping.
#include <math.h>
#include <stdio.h>

int key[2000], hist[16], bits[16];
long total[16];
float weight[2000], most[16];
double product[16];

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

// atomic-updates.c:29: kernel update
static void update(int *restrict hist, const int *restrict key, long *restrict total, int *restrict bits, unsigned int *restrict count)
{
    #pragma omp parallel for
    for (int i = 0; i < 2000; i++) {
        {
            #pragma omp atomic
            hist[key[i]]++;
        }
        {
            #pragma omp atomic
            total[key[i]] -= i;
        }
        {
            #pragma omp atomic
            bits[key[i]] |= 1 << i % 30;
        }
        if (i % 3 == 0) {
            {
                #pragma omp atomic
                *count += 2;
            }
        }
    }
}

// atomic-updates.c:44: kernel extremes
static void extremes(const float *restrict weight, float *restrict most, const int *restrict key, double *restrict product)
{
    #pragma omp parallel for
    for (int i = 0; i < 2000; i++) {
        {
            #pragma omp critical(hicuda_atomic)
            if (weight[i] > most[key[i]])
                most[key[i]] = weight[i];
        }
        {
            #pragma omp critical(hicuda_atomic)
            product[key[i]] *= i % 50 ? 1 : 2;
        }
    }
}

int main(void)
{
    unsigned count = 0;
    for (int i = 0; i < 2000; i++) {
        key[i] = i * 7 % 16;
        weight[i] = i % 100 * 0.5f;
    }
    for (int b = 0; b < 16; b++)
        product[b] = 1;
    int *d_key = hicuda_alloc(sizeof key, "atomic-updates.c:21: global alloc key[*] copyin");
    memcpy(d_key, key, sizeof key);
    float *d_weight = hicuda_alloc(sizeof weight, "atomic-updates.c:22: global alloc weight[*] copyin");
    memcpy(d_weight, weight, sizeof weight);
    int *d_hist = hicuda_alloc(sizeof hist, "atomic-updates.c:23: global alloc hist[*] copyin");
    memcpy(d_hist, hist, sizeof hist);
    int *d_bits = hicuda_alloc(sizeof bits, "atomic-updates.c:24: global alloc bits[*] copyin");
    memcpy(d_bits, bits, sizeof bits);
    long *d_total = hicuda_alloc(sizeof total, "atomic-updates.c:25: global alloc total[*] copyin");
    memcpy(d_total, total, sizeof total);
    float *d_most = hicuda_alloc(sizeof most, "atomic-updates.c:26: global alloc most[*] copyin");
    memcpy(d_most, most, sizeof most);
    double *d_product = hicuda_alloc(sizeof product, "atomic-updates.c:27: global alloc product[*] copyin");
    memcpy(d_product, product, sizeof product);
    unsigned int *d_count = hicuda_alloc(sizeof count, "atomic-updates.c:28: global alloc count copyin");
    memcpy(d_count, &count, sizeof count);
    update(d_hist, d_key, d_total, d_bits, d_count);
    extremes(d_weight, d_most, d_key, d_product);
    memcpy(hist, d_hist, sizeof hist);
    memcpy(bits, d_bits, sizeof bits);
    memcpy(total, d_total, sizeof total);
    memcpy(most, d_most, sizeof most);
    memcpy(product, d_product, sizeof product);
    memcpy(&count, d_count, sizeof count);
    free(d_key);
    free(d_weight);
    free(d_hist);
    free(d_bits);
    free(d_total);
    free(d_most);
    free(d_product);
    free(d_count);
    for (int b = 0; b < 16; b++)
        printf("%d %x %ld %g %g\n", hist[b], bits[b], total[b], most[b], product[b]);
    printf("%u\n", count);
    return 0;
}
