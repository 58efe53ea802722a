//@ emit: cuda cpu
//@ run: cpu
// C's mathematics is double, and stays double.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 32

float x[N], y[N];
double d[N];
int exponents[N];

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

// mathematics.c:22: kernel functions
static void functions(float *restrict y, const float *restrict x, double *restrict d, int *restrict exponents)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int e;
        y[i] = sqrt(x[i]) + fabs(-x[i]) + floorf(x[i]) + fmaxf(x[i], 3) - fminf(x[i], 1);
        d[i] = sqrt(x[i]) * 2 + fma(x[i], 2, 1) + fmod(x[i], 0.75) + fabs(x[i] - 8);
        d[i] += frexp(x[i], &e) + abs(i - 16) + abs((int)x[i] - 4);
        exponents[i] = e;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = 0.25f + i * 0.5f;
    float *d_x = hicuda_alloc(sizeof x, "mathematics.c:18: global alloc x[*] copyin");
    memcpy(d_x, x, sizeof x);
    float *d_y = hicuda_alloc(sizeof y, "mathematics.c:19: global alloc y[*]");
    double *d_d = hicuda_alloc(sizeof d, "mathematics.c:20: global alloc d[*]");
    int *d_exponents = hicuda_alloc(sizeof exponents, "mathematics.c:21: global alloc exponents[*]");
    functions(d_y, d_x, d_d, d_exponents);
    memcpy(y, d_y, sizeof y);
    memcpy(d, d_d, sizeof d);
    memcpy(exponents, d_exponents, sizeof exponents);
    free(d_x);
    free(d_y);
    free(d_d);
    free(d_exponents);
    double total = 0;
    for (int i = 0; i < N; i++)
        total += y[i] + d[i] * (i + 1) + exponents[i];
    printf("%.9g\n", total);
    return 0;
}
