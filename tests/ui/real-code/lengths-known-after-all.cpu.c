//@ emit: cuda cpu
//@ run: cpu
// Arrays of variable length whose length is a number in this kernel.
#include <stdio.h>
static void row(const float *x, float *y, int n, int w) {
    float tmp[w];
    for (int k = 0; k < w; k++) tmp[k] = x[k] * 2;
    float s = 0;
    for (int k = 0; k < w; k++) s += tmp[k];
    *y = s;
}
#define W 8
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

static void row_in_kernel(const float *x, float *y, int n, int w)
{
    float tmp[8];
    for (int k = 0; k < w; k++)
        tmp[k] = x[k] * 2;
    float s = 0;
    for (int k = 0; k < w; k++)
        s += tmp[k];
    *y = s;
}

// lengths-known-after-all.c:20: kernel k
static void k(float *restrict x, float *restrict y)
{
    #pragma omp parallel for
    for (int i = 0; i < 40; i++)
        row_in_kernel(&x[i], &y[i], 40, W);
}

// lengths-known-after-all.c:24: kernel k2
static inline void k2_iteration(const float *restrict x, float *restrict y, int i)
{
    {
        const int len = W;
        float t[8];
        for (int k = 0; k < len; k++)
            t[k] = x[i + k];
        for (int k = 0; k < len; k++)
            y[i] += t[len - 1 - k];
    }
}

static void k2(const float *restrict x, float *restrict y)
{
    #pragma omp parallel for
    for (int i = 0; i < 40; i++)
        k2_iteration(x, y, i);
}

int main(void) {
    enum { N = 40 };
    float x[N + W], y[N];
    int w = W;
    for (int i = 0; i < N + W; i++) x[i] = i % 5;
    float *d_x = hicuda_alloc(sizeof x, "lengths-known-after-all.c:18: global alloc x[*] copyin");
    memcpy(d_x, x, sizeof x);
    float *d_y = hicuda_alloc(sizeof y, "lengths-known-after-all.c:19: global alloc y[*]");
    k(d_x, d_y);
    k2(d_x, d_y);
    memcpy(y, d_y, sizeof y);
    free(d_x);
    free(d_y);
    for (int i = 0; i < 6; i++) printf("%g ", y[i]);
    printf("\n");
    return 0;
}
