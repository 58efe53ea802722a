//@ emit: cuda cpu
//@ run: cpu h200
// Read-only arrays as textures, one- and two-dimensional.
#include <stdio.h>

unsigned char picture[16][24];
float line[24];
float sums[16][24];

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

// texture.c:17: kernel add
static inline void add_iteration(float (*restrict sums)[24], const unsigned char (*restrict picture)[24], const float *restrict line, int i)
{
    for (int j = 0; j < 24; j++)
        sums[i][j] = picture[i][j] + line[j];
}

static void add(float (*restrict sums)[24], const unsigned char (*restrict picture)[24], const float *restrict line)
{
    #pragma omp parallel for
    for (int i = 0; i < 16; i++)
        add_iteration(sums, picture, line, i);
}

int main(void)
{
    for (int j = 0; j < 24; j++)
        line[j] = j, picture[3][j] = j + 1;
    unsigned char (*d_picture)[24] = hicuda_alloc(sizeof picture, "texture.c:14: texture copyin picture[*][*]");
    memcpy(d_picture, picture, sizeof(unsigned char) * 16 * 24);
    float *d_line = hicuda_alloc(sizeof line, "texture.c:15: texture copyin line[*]");
    memcpy(d_line, line, sizeof(float) * 24);
    float (*d_sums)[24] = hicuda_alloc(sizeof sums, "texture.c:16: global alloc sums[*][*]");
    add(d_sums, d_picture, d_line);
    free(d_picture);
    free(d_line);
    memcpy(sums, d_sums, sizeof sums);
    free(d_sums);
    printf("%g %g\n", sums[3][5], sums[4][23]);
    return 0;
}
