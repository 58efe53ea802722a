// annotate: --force
// Sizes without a sign, bytes without a `sizeof`, and functions that make arrays.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(size_t bytes) {
    void *memory = malloc(bytes);
    if (!memory) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return memory;
}

static double *make(size_t n) { return checked(n * sizeof(double)); }

static void axpy(size_t n, double a, const double *x, double *y) {
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

static void count(const unsigned char *bytes, size_t n, unsigned *bins) {
    memset(bins, 0, 256 * sizeof *bins);
    for (size_t i = 0; i < n; i++)
        bins[bytes[i]]++;
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 300;
    double *x = make(n), *y = make(n);
    for (size_t i = 0; i < n; i++) {
        x[i] = i;
        y[i] = n - i;
    }
    axpy(n, 2, x, y);
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += y[i] * (i % 7);
    unsigned char *bytes = malloc(n * 3);
    for (size_t i = 0; i < n * 3; i++)
        bytes[i] = i * i % 251;
    unsigned bins[256];
    count(bytes, n * 3, bins);
    printf("%g %u %u\n", sum, bins[0], bins[4]);
    return 0;
}
