//@ emit: cuda cpu
//@ run: cpu h200
// Read-only data in constant memory; two that do not live at once share it.
#include <stdio.h>

static const int weight[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
static double scale = 0.5;
int a[64];
double b[64];

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

static int c_weight[8];
static double c_scale;

// constant-table.c:15: kernel weigh
static void weigh(int *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < 64; i++)
        a[i] = i * c_weight[i % 8];
}

// constant-table.c:23: kernel halve
static void halve(double *restrict b, const int *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < 64; i++)
        b[i] = a[i] * c_scale;
}

int main(void)
{
    int *d_a = hicuda_alloc(sizeof a, "constant-table.c:13: global alloc a[*]");
    memcpy(c_weight, weight, sizeof weight);
    weigh(d_a);
    double *d_b = hicuda_alloc(sizeof b, "constant-table.c:21: global alloc b[*]");
    memcpy(&c_scale, &scale, sizeof scale);
    halve(d_b, d_a);
    memcpy(b, d_b, sizeof b);
    free(d_a);
    free(d_b);
    printf("%g %g\n", b[1], b[63]);
    return 0;
}
