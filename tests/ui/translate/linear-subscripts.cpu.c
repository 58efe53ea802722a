//@ emit: cuda cpu
//@ run: cpu
// With a shape, `p[i * w + j]` is a two-dimensional access, also in parts.
#include <stdio.h>
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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
}

// linear-subscripts.c:11: kernel number
static inline void number_iteration(int *restrict p, int w, int i)
{
    int base = i * w;
    for (int j = 0; j < w; j++) {
        int at = base + j;
        p[(long)(i - 1) * w + j] = p[(long)(i - 1) * w + j] + at;
    }
}

static void number(int *restrict p, int h, int w)
{
    #pragma omp parallel for
    for (int i = 1; i < h; i++)
        number_iteration(p, w, i);
}

static void fill(int *p, int h, int w)
{
    hicuda_require(1 <= h, "linear-subscripts.c:10: the section of `p` ends before it starts");
    int *d_p = hicuda_alloc(sizeof(int) * (h - 1) * w, "linear-subscripts.c:10: global alloc p[1:h-1][*] copyin");
    memcpy(d_p, &p[w], sizeof(int) * (h - 1) * w);
    number(d_p, h, w);
    hicuda_require(1 <= h, "linear-subscripts.c:22: the section of `p` ends before it starts");
    memcpy(&p[w], d_p, sizeof(int) * (h - 1) * w);
    free(d_p);
}

int main(void)
{
    int *p = calloc(6 * 20, sizeof *p);
    fill(p, 6, 20);
    printf("%d %d %d\n", p[0], p[20], p[119]);
    free(p);
    return 0;
}
