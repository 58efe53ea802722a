//@ emit: cuda cpu
//@ run: cpu
// A section of a three-dimensional array moves in one three-dimensional copy.
#include <stdio.h>

short a[5][6][7];

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

// three-dimensional-section.c:11: kernel number
static void number(short (*restrict a)[4][4])
{
    #pragma omp parallel for collapse(3)
    for (int i = 1; i <= 3; i++)
        for (int j = 1; j <= 4; j++)
            for (int k = 2; k <= 5; k++)
                a[i - 1][j - 1][k - 2] = i * 100 + j * 10 + k;
}

int main(void)
{
    short (*d_a)[4][4] = hicuda_alloc(sizeof(short) * 3 * 4 * 4, "three-dimensional-section.c:10: global alloc a[1:3][1:4][2:5] copyin");
    for (size_t plane = 0; plane < 3; plane++)
        hicuda_copy_rows(&d_a[plane][0][0], sizeof(short) * 4, &a[1 + plane][1][2], sizeof(short) * 7, sizeof(short) * 4, 4);
    number(d_a);
    for (size_t plane = 0; plane < 3; plane++)
        hicuda_copy_rows(&a[1 + plane][1][2], sizeof(short) * 7, &d_a[plane][0][0], sizeof(short) * 4, sizeof(short) * 4, 4);
    free(d_a);
    printf("%d %d %d\n", a[1][1][2], a[3][4][5], a[0][0][0]);
    return 0;
}
