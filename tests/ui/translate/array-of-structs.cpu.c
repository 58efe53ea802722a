//@ emit: cuda cpu
//@ run: cpu h200
// Structs are copied and accessed as they are.
#include <stdio.h>

struct point {
    float x, y;
    short tag;
};

struct point points[40];

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

// array-of-structs.c:16: kernel place
static void place(struct point *restrict points)
{
    #pragma omp parallel for
    for (int i = 0; i < 40; i++) {
        points[i].x = i;
        points[i].y = points[i].x / 2;
        points[i].tag = i % 3;
    }
}

int main(void)
{
    struct point *d_points = hicuda_alloc(sizeof points, "array-of-structs.c:15: global alloc points[*]");
    place(d_points);
    memcpy(points, d_points, sizeof points);
    free(d_points);
    printf("%g %g %d\n", points[39].x, points[39].y, points[38].tag);
    return 0;
}
