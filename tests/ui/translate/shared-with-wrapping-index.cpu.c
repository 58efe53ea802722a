//@ emit: cuda cpu
//@ run: cpu
// Beyond the end an unsigned index that counts down passes zero, and a narrow
// one leaves its type: around barriers, too, iterations are counted instead.
#include <stdio.h>

float a[70], down[70], narrow[70];

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

// shared-with-wrapping-index.c:17: kernel backwards
static void backwards(float *restrict down, const float *restrict a, int n)
{
    #pragma omp parallel for
    for (unsigned int i = n - 1; i > 0; i--)
        down[i] = a[i] - a[i - 1];
}

// shared-with-wrapping-index.c:25: kernel forwards
static void forwards(float *restrict narrow, const float *restrict a)
{
    #pragma omp parallel for schedule(static, 32)
    for (long i_value = 0; i_value < 69; i_value++) {
        signed char i = i_value;
        narrow[i] = a[i] + a[i + 1];
    }
}

int main(void)
{
    int n = 70;
    for (int i = 0; i < 70; i++)
        a[i] = i * 0.5f;
    float *d_a = hicuda_alloc(sizeof a, "shared-with-wrapping-index.c:14: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    float *d_down = hicuda_alloc(sizeof down, "shared-with-wrapping-index.c:15: global alloc down[*] copyin");
    memcpy(d_down, down, sizeof down);
    float *d_narrow = hicuda_alloc(sizeof narrow, "shared-with-wrapping-index.c:16: global alloc narrow[*] copyin");
    memcpy(d_narrow, narrow, sizeof narrow);
    backwards(d_down, d_a, n);
    forwards(d_narrow, d_a);
    memcpy(down, d_down, sizeof down);
    memcpy(narrow, d_narrow, sizeof narrow);
    free(d_a);
    free(d_down);
    free(d_narrow);
    for (int i = 0; i < 70; i += 23)
        printf("%g %g\n", down[i], narrow[i]);
    return 0;
}
