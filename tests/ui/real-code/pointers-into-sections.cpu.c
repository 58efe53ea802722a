//@ emit: cuda cpu
//@ run: cpu
// Pointers of an iteration's own that point into a part of an array.
#include <stdio.h>
int a[64], c[64], b[8][16];
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

// pointers-into-sections.c:15: kernel k
static void k(int *restrict c, int *restrict a, int (*restrict b)[16])
{
    #pragma omp parallel for
    for (int i = 8; i < 40; i++) {
        const int *centre = &(a - 4)[i + 2];
        int *row = (b - 2)[2 + i % 6];
        c[i] = a[i - 4] * a[i - 3] + b[i % 6][i % 16];
    }
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i * 3;
    for (int i = 0; i < 128; i++)
        b[i / 16][i % 16] = i;
    int *d_a = hicuda_alloc(sizeof(int) * 60, "pointers-into-sections.c:12: global alloc a[4:63] copyin");
    memcpy(d_a, &a[4], sizeof(int) * 60);
    int (*d_b)[16] = hicuda_alloc(sizeof(int) * 6 * 16, "pointers-into-sections.c:13: global alloc b[2:7][*] copyin");
    memcpy(d_b, &b[2][0], sizeof(int) * 6 * 16);
    int *d_c = hicuda_alloc(sizeof c, "pointers-into-sections.c:14: global alloc c[*] clear");
    memset(d_c, 0, sizeof c);
    k(d_c, d_a, d_b);
    memcpy(c, d_c, sizeof c);
    free(d_a);
    free(d_c);
    free(d_b);
    long t = 0;
    for (int i = 0; i < 64; i++)
        t += c[i] * (i + 1);
    printf("%ld\n", t);
    return 0;
}
