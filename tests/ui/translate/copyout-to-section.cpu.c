//@ emit: cuda cpu
//@ run: cpu
//@ args: 6
// `to` names any section as long as what is copied, of an array or of a pointer with a shape.
#include <stdio.h>
#include <stdlib.h>

int a[4][8], wide[8][16];

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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
}

// Copies `rows` runs of `width` bytes that lie `to_pitch` and `from_pitch` apart.
static void hicuda_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                             size_t width, size_t rows)
{
    for (size_t row = 0; row < rows; row++)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
}

// copyout-to-section.c:23: kernel number
static void number(int (*restrict a)[8])
{
    #pragma omp parallel for collapse(2)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            a[i][j] = 10 * i + j;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    int *rows = calloc((size_t)n * 8, sizeof *rows);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            wide[2 + i][4 + j] = 10 * i + j;
    for (int j = 0; j < 8; j++)
        rows[2 * 8 + j] = j, rows[3 * 8 + j] = 10 + j;
    for (int j = 2; j < 8; j++)
        rows[(n - 2) * 8 + j] = 10 + j - 1, rows[(n - 1) * 8 + j] = 20 + j - 1;
    int (*d_a)[8] = hicuda_alloc(sizeof a, "copyout-to-section.c:22: global alloc a[*][*]");
    number(d_a);
    hicuda_copy_rows(&wide[2][4], sizeof(int) * 16, d_a, sizeof(int) * 8, sizeof(int) * 8, 4);
    hicuda_require(n - 2 >= 0, "copyout-to-section.c:31: the section of `rows` starts before the array");
    hicuda_copy_rows(&rows[(size_t)(n - 2) * 8 + 2], sizeof(int) * 8, &d_a[1][1], sizeof(int) * 8, sizeof(int) * 6, 2);
    hicuda_require(n - 5 <= 3, "copyout-to-section.c:32: the section of `a` ends beyond the section on the device");
    hicuda_require(0 <= n - 4, "copyout-to-section.c:32: the section of `a` ends before it starts");
    hicuda_require(2 <= n - 2, "copyout-to-section.c:32: the section of `rows` ends before it starts");
    memcpy(&rows[(size_t)2 * 8], d_a, sizeof(int) * (n - 4) * 8);
    free(d_a);
    int sum = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 16; j++)
            sum += wide[i][j] * (i + 2 * j); //~ W1064 the host reads what `copyout` put into `wide`
    printf("%d %d %d:", sum, wide[2][4], wide[5][11]);
    for (int i = 0; i < n * 8; i++)
        printf(" %d", rows[i]); //~ W1064 the host reads what `copyout` put into `rows`
    printf("\n");
    free(rows);
    return 0;
}
