//@ emit: cuda cpu
//@ run: cpu
// Whether two device copies are of the same memory is tested where only the run knows it, and only there.
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

// copies-that-may-overlap.c:10: kernel next
static void next(int *restrict y, const int *restrict x, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] += x[i];
}

static void add(int n, const int *x, int *y)
{
    hicuda_require(0 <= n, "copies-that-may-overlap.c:8: the section of `x` ends before it starts");
    int *d_x = hicuda_alloc(sizeof(int) * n, "copies-that-may-overlap.c:8: global alloc x[0:n-1] copyin");
    memcpy(d_x, x, sizeof(int) * n);
    hicuda_require(0 <= n, "copies-that-may-overlap.c:9: the section of `y` ends before it starts");
    hicuda_require((char *)&x[n] <= (char *)&y[0] || (char *)&y[n] <= (char *)&x[0], "copies-that-may-overlap.c:9: `y` overlaps `x`, which line 8 has on the device already");
    int *d_y = hicuda_alloc(sizeof(int) * n, "copies-that-may-overlap.c:9: global alloc y[0:n-1] copyin");
    memcpy(d_y, y, sizeof(int) * n);
    next(d_y, d_x, n);
    hicuda_require(0 <= n, "copies-that-may-overlap.c:15: the section of `y` ends before it starts");
    memcpy(y, d_y, sizeof(int) * n);
    free(d_x);
    free(d_y);
}

// copies-that-may-overlap.c:23: kernel apart_next
static void apart_next(int *restrict y, const int *restrict x, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] += x[i];
}

static void apart(int n, const int *x, int *y)
{
    hicuda_require(0 <= n, "copies-that-may-overlap.c:21: the section of `x` ends before it starts");
    int *d_x2 = hicuda_alloc(sizeof(int) * n, "copies-that-may-overlap.c:21: global alloc x[0:n-1] copyin");
    memcpy(d_x2, x, sizeof(int) * n);
    hicuda_require(0 <= n, "copies-that-may-overlap.c:22: the section of `y` ends before it starts");
    int *d_y2 = hicuda_alloc(sizeof(int) * n, "copies-that-may-overlap.c:22: global alloc y[0:n-1] copyin");
    memcpy(d_y2, y, sizeof(int) * n);
    apart_next(d_y2, d_x2, n);
    hicuda_require(0 <= n, "copies-that-may-overlap.c:28: the section of `y` ends before it starts");
    memcpy(y, d_y2, sizeof(int) * n);
    free(d_x2);
    free(d_y2);
}

int main(int argc, char **argv)
{
    int a[130], b[65];
    for (int i = 0; i < 65; i++)
        a[i] = a[i + 65] = b[i] = i;
    add(64, argc > 5 ? a : a + 65, a);
    apart(64, b, a);
    apart(64, a + 65, a);
    printf("%d\n", a[3]);
    return 0;
}
