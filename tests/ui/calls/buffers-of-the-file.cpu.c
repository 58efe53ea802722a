//@ emit: cuda cpu
//@ run: cpu
// A buffer of the file that each call fills before it reads it is the thread's own.
#include <stdio.h>
static float work[8];
static float median(const float *x) {
    for (int k = 0; k < 8; k++) work[k] = x[k];
    for (int i = 1; i < 8; i++) {
        float v = work[i]; int j = i;
        while (j > 0 && work[j - 1] > v) { work[j] = work[j - 1]; j--; }
        work[j] = v;
    }
    return (work[3] + work[4]) / 2;
}
static int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
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

static float median_in_kernel(const float *x)
{
    float work[8];
    for (int k = 0; k < 8; k++)
        work[k] = x[k];
    for (int i = 1; i < 8; i++) {
        float v = work[i];
        int j = i;
        while (j > 0 && work[j - 1] > v) {
            work[j] = work[j - 1];
            j--;
        }
        work[j] = v;
    }
    return (work[3] + work[4]) / 2;
}

// buffers-of-the-file.c:23: kernel med
static void med(const float *restrict x, float *restrict y)
{
    #pragma omp parallel for
    for (int i = 0; i < 200; i++)
        y[i] = median_in_kernel(x + i);
}

// buffers-of-the-file.c:27: kernel cl
static void cl(float *restrict z, const float *restrict x)
{
    #pragma omp parallel for
    for (int i = 0; i < 200; i++) {
        int a = clampi(i - 3, 0, 199), b = clampi(i + 3, 0, 199);
        z[i] = x[a] + x[b];
    }
}

int main(void) {
    enum { N = 200 };
    float x[N + 8], y[N], z[N];
    for (int i = 0; i < N + 8; i++) x[i] = (i * 37) % 101;
    float *d_x = hicuda_alloc(sizeof x, "buffers-of-the-file.c:20: global alloc x[*] copyin");
    memcpy(d_x, x, sizeof x);
    float *d_y = hicuda_alloc(sizeof y, "buffers-of-the-file.c:21: global alloc y[*]");
    float *d_z = hicuda_alloc(sizeof z, "buffers-of-the-file.c:22: global alloc z[*]");
    med(d_x, d_y);
    cl(d_z, d_x);
    memcpy(y, d_y, sizeof y);
    memcpy(z, d_z, sizeof z);
    free(d_x);
    free(d_y);
    free(d_z);
    float s = 0, t = 0;
    for (int i = 0; i < N; i++) { s += y[i] * (i % 3); t += z[i] * (i % 5); }
    printf("%g %g\n", s, t);
    return 0;
}
