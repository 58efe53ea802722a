//@ emit: cuda cpu
//@ run: cpu h200
// A clamped subscript is what a clamping texture does by itself.
#include <stdio.h>

int picture[8][8], blurred[8][8];

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

// texture-clamped.c:13: kernel blur
static void blur(int (*restrict blurred)[8], const int (*restrict picture)[8])
{
    #pragma omp parallel for collapse(2)
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            int below = i + 1 < 8 ? i + 1 : 7;
            int right = j + 1 > 7 ? 7 : j + 1;
            blurred[i][j] = picture[i][right] + picture[below][j];
        }
}

int main(void)
{
    picture[0][7] = 9;
    int (*d_picture)[8] = hicuda_alloc(sizeof picture, "texture-clamped.c:11: texture copyin picture[*][*] addr(clamp)");
    memcpy(d_picture, picture, sizeof(int) * 8 * 8);
    int (*d_blurred)[8] = hicuda_alloc(sizeof blurred, "texture-clamped.c:12: global alloc blurred[*][*]");
    blur(d_blurred, d_picture);
    free(d_picture);
    memcpy(blurred, d_blurred, sizeof blurred);
    free(d_blurred);
    printf("%d %d\n", blurred[0][6], blurred[0][7]);
    return 0;
}
