//@ emit: cuda cpu
//@ run: cpu
// Arrays of an iteration's own, in the kernel and in a function it calls.
#include <stdio.h>

#define N 32
#define BINS 6

unsigned char image[N * 16];
int median[N], histogram[N][BINS];

static void sort(int *v, int n)
{
    for (int i = 1; i < n; i++) {
        int key = v[i], j = i - 1;
        for (; j >= 0 && v[j] > key; j--)
            v[j + 1] = v[j];
        v[j + 1] = key;
    }
}

static int middle_of(const unsigned char *p, int n)
{
    int v[16];
    for (int i = 0; i < n; i++)
        v[i] = p[i];
    sort(v, n);
    return v[n / 2];
}

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

// local-arrays.c:38: kernel sorted
static inline void sorted_iteration(const unsigned char *restrict image, int *restrict median, int (*restrict histogram)[6], int i)
{
    {
        int counts[6] = {0};
        median[i] = middle_of(image + i * 16, 16);
        for (int k = 0; k < 16; k++)
            counts[image[i * 16 + k] % BINS]++;
        for (int b = 0; b < BINS; b++)
            histogram[i][b] = counts[b];
    }
}

static void sorted(const unsigned char *restrict image, int *restrict median, int (*restrict histogram)[6])
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        sorted_iteration(image, median, histogram, i);
}

int main(void)
{
    for (int i = 0; i < N * 16; i++)
        image[i] = i * i % 251;
    unsigned char *d_image = hicuda_alloc(sizeof image, "local-arrays.c:35: global alloc image[*] copyin");
    memcpy(d_image, image, sizeof image);
    int *d_median = hicuda_alloc(sizeof median, "local-arrays.c:36: global alloc median[*]");
    int (*d_histogram)[6] = hicuda_alloc(sizeof histogram, "local-arrays.c:37: global alloc histogram[*][*]");
    sorted(d_image, d_median, d_histogram);
    memcpy(median, d_median, sizeof median);
    memcpy(histogram, d_histogram, sizeof histogram);
    free(d_image);
    free(d_median);
    free(d_histogram);
    long total = 0;
    for (int i = 0; i < N; i++)
        for (int b = 0; b < BINS; b++)
            total = total * 5 % 1000003 + histogram[i][b] + median[i];
    printf("%ld\n", total);
    return 0;
}
