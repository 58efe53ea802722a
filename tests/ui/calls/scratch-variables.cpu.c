//@ emit: cuda cpu
//@ run: cpu
// Static variables that each call writes before it reads: every thread has its own.
#include <stdio.h>
#define N 96

float x[N], y[N];

static float smoothed(float centre, float slope)
{
    static float w[5];
    static float sum;
    for (int k = 0; k < 5; k++)
        w[k] = centre + slope * (k - 2);
    sum = 0;
    for (int k = 0; k < 5; k++)
        sum += w[k] * w[4 - k];
    return sum;
}

static float rotated(float u, float v, int axis)
{
    static float p[3];
    p[0] = u - v;
    p[1] = u + v;
    p[2] = axis ? p[0] : p[1];
    return p[axis % 3] + p[2] + smoothed(u, v);
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

static float smoothed_in_kernel(float centre, float slope)
{
    float w[5];
    float sum;
    for (int k = 0; k < 5; k++)
        w[k] = centre + slope * (k - 2);
    sum = 0;
    for (int k = 0; k < 5; k++)
        sum += w[k] * w[4 - k];
    return sum;
}

static float rotated_in_kernel(float u, float v, int axis)
{
    float p[3];
    p[0] = u - v;
    p[1] = u + v;
    p[2] = axis ? p[0] : p[1];
    return p[axis % 3] + p[2] + smoothed_in_kernel(u, v);
}

// scratch-variables.c:36: kernel rotate
static void rotate(float *restrict y, const float *restrict x)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        y[i] = rotated_in_kernel(x[i], i * 0.25f, i);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 13 * 0.5f;
    float *d_x = hicuda_alloc(sizeof x, "scratch-variables.c:34: global alloc x[*] copyin");
    memcpy(d_x, x, sizeof x);
    float *d_y = hicuda_alloc(sizeof y, "scratch-variables.c:35: global alloc y[*]");
    rotate(d_y, d_x);
    memcpy(y, d_y, sizeof y);
    free(d_x);
    free(d_y);
    float total = smoothed(1, 2);
    for (int i = 0; i < N; i++)
        total += y[i] * (i + 1);
    printf("%g\n", total);
    return 0;
}
