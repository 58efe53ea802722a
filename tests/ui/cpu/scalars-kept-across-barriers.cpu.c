//@ emit: cuda cpu
//@ run: cpu
// Scalars, structs and arrays of a thread that live longer than a phase, a
// value all threads share, and a loop that all threads leave together.
#include <stdio.h>
#define N 77
struct pair { float x, y; };
static float a[N], out[N];

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

// scalars-kept-across-barriers.c:16: kernel keep
static inline void keep_iteration(const float *restrict a, float *restrict out, int i)
{
    struct pair p = {a[i], 2};
    float t = a[i] * 2, weights[2] = {1, 2};
    int last = N / 2;
    for (int first = 0; first < N - 5; first += 8) {
        for (int k = 0; k < 8; k++)
            t += a[k + first] * p.x;
        weights[1] += a[first];
        if (first > last) {
            t += 0.5f;
            break;
        }
    }
    out[i] = t + p.y + weights[0] + weights[1];
}

static void keep(const float *restrict a, float *restrict out)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        keep_iteration(a, out, i);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 13;
    float *d_a = hicuda_alloc(sizeof a, "scalars-kept-across-barriers.c:14: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    float *d_out = hicuda_alloc(sizeof out, "scalars-kept-across-barriers.c:15: global alloc out[*]");
    keep(d_a, d_out);
    memcpy(out, d_out, sizeof out);
    free(d_a);
    free(d_out);
    for (int i = 0; i < N; i += 4)
        printf("%g\n", out[i]);
    return 0;
}
