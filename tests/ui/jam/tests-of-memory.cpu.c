//@ emit: cuda cpu
//@ run: cpu
// What is tested is the same for all columns of a thread: it is read once, where the thread has a column. The sum that
// the program keeps in memory is in registers while the loops run.
#include <stdio.h>

#define SIDE 3

int image[40][70], mask[SIDE][SIDE], sums[40][70], bright[40];

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

// tests-of-memory.c:17: kernel matches
static inline void matches_iteration(const int (*restrict image)[70], const int (*restrict mask)[3], const int *restrict bright, int (*restrict sums)[70], int columns, int m)
{
    for (int n = 0; n < columns; n++) {
        int sums_sum = 1;
        for (int i = 0; i < SIDE; i++)
            for (int j = 0; j < SIDE; j++) {
                int twice = 2 * image[i + m][j + n];
                if (mask[i][j] > 1 && bright[m] != 0)
                    sums_sum += twice;
                else if (mask[i][j] != 0)
                    sums_sum -= image[i + m][j + n];
            }
        sums[m][n] = sums_sum;
    }
}

static void matches(const int (*restrict image)[70], const int (*restrict mask)[3], const int *restrict bright, int (*restrict sums)[70], int rows, int columns)
{
    #pragma omp parallel for
    for (int m = 0; m < rows; m++)
        matches_iteration(image, mask, bright, sums, columns, m);
}

void match(int rows, int columns)
{
    int (*d_image)[70] = hicuda_alloc(sizeof image, "tests-of-memory.c:13: global alloc image[*][*] copyin");
    memcpy(d_image, image, sizeof image);
    int (*d_mask)[3] = hicuda_alloc(sizeof mask, "tests-of-memory.c:14: global alloc mask[*][*] copyin");
    memcpy(d_mask, mask, sizeof mask);
    int *d_bright = hicuda_alloc(sizeof bright, "tests-of-memory.c:15: global alloc bright[*] copyin");
    memcpy(d_bright, bright, sizeof bright);
    int (*d_sums)[70] = hicuda_alloc(sizeof sums, "tests-of-memory.c:16: global alloc sums[*][*] copyin");
    memcpy(d_sums, sums, sizeof sums);
    matches(d_image, d_mask, d_bright, d_sums, rows, columns);
    memcpy(sums, d_sums, sizeof sums);
    free(d_sums);
    free(d_image);
    free(d_mask);
    free(d_bright);
}

int main(void)
{
    int total = 0;
    for (int i = 0; i < 40; i++) {
        bright[i] = i % 3;
        for (int j = 0; j < 70; j++)
            image[i][j] = (i * 7 + j * 5) % 11;
    }
    for (int i = 0; i < SIDE * SIDE; i++)
        mask[i / SIDE][i % SIDE] = i % 4;
    match(37, 67);
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 70; j++)
            total = total * 3 + sums[i][j];
    printf("%d\n", total);
    return 0;
}
