//@ emit: cuda cpu
//@ run: cpu
// Subscripts that a function computes are known to the last element.
#include <stdio.h>
#include <stdlib.h>

#define W 16
#define H 12

static inline int at(int row, int column)
{
    return row * W + column;
}

static int right_of(int row, int column) { return at(row, column) + 1; }

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

// index-functions.c:25: kernel edges
static void edges(int *restrict edge, const int *restrict image)
{
    #pragma omp parallel for collapse(2)
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W - 1; x++)
            edge[at(y, x)] = image[right_of(y, x)] - image[at(y, x)];
}

int main(void)
{
    int *image = malloc(W * H * sizeof *image), *edge = calloc(W * H, sizeof *edge);
    for (int k = 0; k < W * H; k++)
        image[k] = k * k % 31;
    int *d_image = hicuda_alloc(sizeof(int) * 12 * 16, "index-functions.c:23: global alloc image[*][*] copyin");
    memcpy(d_image, image, sizeof(int) * 12 * 16);
    int *d_edge = hicuda_alloc(sizeof(int) * 12 * 16, "index-functions.c:24: global alloc edge[*][*] clear");
    memset(d_edge, 0, sizeof(int) * 12 * 16);
    edges(d_edge, d_image);
    memcpy(edge, d_edge, sizeof(int) * 12 * 16);
    free(d_image);
    free(d_edge);
    int total = 0;
    for (int k = 0; k < W * H; k++)
        total += edge[k] * (k % 9);
    printf("%d\n", total);
    free(image);
    free(edge);
    return 0;
}
