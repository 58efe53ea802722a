//@ emit: cuda cpu
//@ run: cpu
// `sqrt` of a float is a computation in double, as in C; `abs` is of integers.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

float a[32];
int b[32];

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

// double-stays-double.c:17: kernel roots
static void roots(int *restrict b, float *restrict a)
{
    for (int i = 0; i < 32; i++) {
        b[i] = (int)(sqrt(a[i]) * 1e6) + abs(i - 16);
        a[i] = fabsf(-a[i]) + (float)fabs(a[i]);
    }
}

int main(void)
{
    for (int i = 0; i < 32; i++)
        a[i] = i + 0.1f;
    float *d_a = hicuda_alloc(sizeof a, "double-stays-double.c:15: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    int *d_b = hicuda_alloc(sizeof b, "double-stays-double.c:16: global alloc b[*]");
    roots(d_b, d_a);
    memcpy(a, d_a, sizeof a);
    memcpy(b, d_b, sizeof b);
    free(d_a);
    free(d_b);
    printf("%g %d\n", a[31], b[31]);
    return 0;
}
