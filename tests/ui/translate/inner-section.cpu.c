//@ emit: cuda cpu
//@ run: cpu
// A section that is not contiguous moves in one two-dimensional copy.
#include <stdio.h>

float a[10][12];

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

// Copies `rows` runs of `width` bytes that lie `to_pitch` and `from_pitch` apart.
static void hicuda_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                             size_t width, size_t rows)
{
    for (size_t row = 0; row < rows; row++)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
}

// inner-section.c:12: kernel twice
static void twice(float (*restrict a)[8])
{
    #pragma omp parallel for collapse(2)
    for (int i = 2; i <= 7; i++)
        for (int j = 3; j <= 10; j++)
            a[i - 2][j - 3] = 2 * a[i - 2][j - 3] + 1;
}

int main(void)
{
    a[3][4] = 1;
    float (*d_a)[8] = hicuda_alloc(sizeof(float) * 6 * 8, "inner-section.c:11: global alloc a[2:7][3:10] copyin");
    hicuda_copy_rows(d_a, sizeof(float) * 8, &a[2][3], sizeof(float) * 12, sizeof(float) * 8, 6);
    twice(d_a);
    hicuda_copy_rows(&a[2][3], sizeof(float) * 12, d_a, sizeof(float) * 8, sizeof(float) * 8, 6);
    free(d_a);
    printf("%g %g %g\n", a[3][4], a[7][10], a[7][11]);
    return 0;
}
