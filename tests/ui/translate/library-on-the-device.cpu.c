// A library works where the data is: in the statement below `use_device` the arrays are their
// device copies, for the data law too.
//
//@ emit: cuda cpu
#include <stdio.h>
#include <string.h>

#define N 64

static float x[N], y[N];

// Stands for a library: it works on the memory that it is given.
static void axpy(int n, float alpha, const float *from, float *to)
{
    for (int i = 0; i < n; i++)
        to[i] += alpha * from[i];
}

static float dot(int n, const float *a, const float *b)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

#include <stdlib.h>

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

// library-on-the-device.c:37: kernel scale
static void scale(float *restrict x)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        x[i] = 2 * x[i];
}

int main(void)
{
    float s;

    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
    float *d_x = hicuda_alloc(sizeof x, "library-on-the-device.c:35: global alloc x[*] copyin");
    memcpy(d_x, x, sizeof x);
    float *d_y = hicuda_alloc(sizeof y, "library-on-the-device.c:36: global alloc y[*] copyin");
    memcpy(d_y, y, sizeof y);
    scale(d_x);
    axpy(N, 0.5f, d_x, d_y);
    s = dot(N / 2, &d_x[N / 2], d_y + N / 2);
    memcpy(x, d_x, sizeof x);
    memcpy(y, d_y, sizeof y);
    free(d_x);
    free(d_y);
    printf("%g %g %g %zu\n", s, y[3], x[3], sizeof x);
    return 0;
}
