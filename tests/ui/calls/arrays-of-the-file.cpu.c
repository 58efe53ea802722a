//@ emit: cuda cpu
//@ run: cpu
// A called function that uses arrays and variables of the file gets them from
// the kernel; constants it has itself.
#include <stdio.h>

#define N 64

static const float weights[3] = {0.25f, 0.5f, 0.25f};
static const int border = 1;
float in[N], out[N];
int count = N;
float gain;

static int inside(int i)
{
    return i >= border && i < count - border;
}

static float smooth(int i)
{
    if (!inside(i))
        return in[i];
    float sum = 0;
    for (int k = -1; k <= 1; k++)
        sum += weights[k + 1] * in[i + k];
    return sum * gain;
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

static int inside_filter(int i, int count)
{
    return i >= border && i < count - border;
}

static float smooth_filter(int i, int count, const float *in, float gain)
{
    if (!inside_filter(i, count))
        return in[i];
    float sum = 0;
    for (int k = -1; k <= 1; k++)
        sum += weights[k + 1] * in[i + k];
    return sum * gain;
}

// arrays-of-the-file.c:37: kernel filter
static void filter(const float *restrict in, float *restrict out, int count, float gain)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        out[i] = smooth_filter(i, count, in, gain);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        in[i] = i * i % 17;
    gain = 1.5f;
    float *d_in = hicuda_alloc(sizeof in, "arrays-of-the-file.c:35: global alloc in[*] copyin");
    memcpy(d_in, in, sizeof in);
    float *d_out = hicuda_alloc(sizeof out, "arrays-of-the-file.c:36: global alloc out[*]");
    filter(d_in, d_out, count, gain);
    memcpy(out, d_out, sizeof out);
    free(d_in);
    free(d_out);
    double total = 0;
    for (int i = 0; i < N; i++)
        total += out[i] * (i + 1);
    printf("%g %g\n", total, smooth(5));
    return 0;
}
