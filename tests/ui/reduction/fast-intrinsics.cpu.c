//@ emit: cuda cpu
//@ run: cpu
// `fastmath` is a matter of one kernel and of what it calls: the other keeps the
// exact functions.
#include <math.h>
#include <stdio.h>

float x[256], y[256], z[256];

static float shrunk(float value)
{
    float p = value + 1;
    return 3.0f / sqrtf(value) + value / p - 1.5f / p + value / 3.0f + p / (2.0f * value * sqrtf(p));
}

// A variable that stays a root is one; another is not.
static float rooted(float value)
{
    float root = sqrtf(value), grown = sqrtf(value);
    grown += 1;
    return (value + 2) / root + value / grown;
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

static float shrunk_quick(float value)
{
    float p = value + 1;
    return 3.0f / sqrtf(value) + value / p - 1.5f / p + value / 3.0f + p / (2.0f * value * sqrtf(p));
}

static float rooted_quick(float value)
{
    float root = sqrtf(value), grown = sqrtf(value);
    grown += 1;
    return (value + 2) / root + value / grown;
}

// fast-intrinsics.c:31: kernel quick
static void quick(float *restrict y, const float *restrict x)
{
    #pragma omp parallel for
    for (int i = 0; i < 256; i++)
        y[i] = expf(-x[i]) / x[i] + 1.0f / sqrtf(x[i]) + sinf(x[i]) * cosf(x[i]) + powf(x[i], 1.5f) + log(x[i]) + shrunk_quick(x[i]) + rooted_quick(x[i]);
}

// fast-intrinsics.c:37: kernel exact
static void exact(float *restrict z, const float *restrict x)
{
    #pragma omp parallel for
    for (int i = 0; i < 256; i++)
        z[i] = expf(-x[i]) / x[i] + 1.0f / sqrtf(x[i]) + shrunk(x[i]);
}

int main(void)
{
    for (int i = 0; i < 256; i++)
        x[i] = i * 0.01f + 1;
    float *d_x = hicuda_alloc(sizeof x, "fast-intrinsics.c:28: global alloc x[*] copyin");
    memcpy(d_x, x, sizeof x);
    float *d_y = hicuda_alloc(sizeof y, "fast-intrinsics.c:29: global alloc y[*]");
    float *d_z = hicuda_alloc(sizeof z, "fast-intrinsics.c:30: global alloc z[*]");
    quick(d_y, d_x);
    exact(d_z, d_x);
    memcpy(y, d_y, sizeof y);
    memcpy(z, d_z, sizeof z);
    free(d_x);
    free(d_y);
    free(d_z);
    for (int i = 0; i < 256; i += 51)
        printf("%.3f %.3f\n", y[i], z[i]);
    return 0;
}
