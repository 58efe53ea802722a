//@ emit: cuda cpu
//@ run: cpu
// Scalars and structs that a kernel only reads are passed by value; one that
// every iteration sets first is private.
#include <stdio.h>

struct line {
    int slope;
    float start;
};

float a[32];

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

// scalar-arguments.c:22: kernel evaluate
static void evaluate(float *restrict a, struct line line, double scale, unsigned char byte, long wide)
{
    float y;
    for (int i = 0; i < 32; i++) {
        y = line.slope * i + line.start;
        a[i] = (float)(y * scale + byte + wide);
    }
}

int main(void)
{
    struct line line = { 2, 0.5f };
    unsigned char byte = 200;
    long wide = -3;
    double scale = 0.25;
    float *d_a = hicuda_alloc(sizeof a, "scalar-arguments.c:21: global alloc a[*]");
    evaluate(d_a, line, scale, byte, wide);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    printf("%g %g\n", a[0], a[31]);
    return 0;
}
