//@ emit: cuda cpu
//@ run: cpu
// Functions that compute with pointers into copies of a part of an array.
#include <stdio.h>

float part[64], out[64], rows[16][8];

static float pick(const float *p, int i)
{
    return p[i];
}

static float corner(float (*p)[8], int i, int j)
{
    return p[i][j];
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

// parts-of-arrays.c:28: kernel picks
static void picks(float *restrict part, float (*restrict rows)[8], float *restrict out)
{
    #pragma omp parallel for
    for (int i = 8; i < 64; i++)
        out[i] = pick(part - 8, i) + pick(&(part - 8)[i], 0) + corner(rows - 2, i % 14 + 2, i % 8);
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        part[i] = i;
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 8; j++)
            rows[i][j] = i * j;
    float *d_part = hicuda_alloc(sizeof(float) * 56, "parts-of-arrays.c:25: global alloc part[8:63] copyin");
    memcpy(d_part, &part[8], sizeof(float) * 56);
    float (*d_rows)[8] = hicuda_alloc(sizeof(float) * 14 * 8, "parts-of-arrays.c:26: global alloc rows[2:15][*] copyin");
    memcpy(d_rows, &rows[2][0], sizeof(float) * 14 * 8);
    float *d_out = hicuda_alloc(sizeof out, "parts-of-arrays.c:27: global alloc out[*] clear");
    memset(d_out, 0, sizeof out);
    picks(d_part, d_rows, d_out);
    memcpy(out, d_out, sizeof out);
    free(d_part);
    free(d_rows);
    free(d_out);
    float total = 0;
    for (int i = 0; i < 64; i++)
        total += i * out[i];
    printf("%g\n", total);
    return 0;
}
