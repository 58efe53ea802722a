//@ emit: cuda cpu
//@ run: cpu
// The bounds of a section are those of the moment; `n` changes later.
#include <stdio.h>

int a[50];

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

// captured-bounds.c:13: kernel number
static void number(int *restrict a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i + n;
}

int main(int argc, char **argv)
{
    int n = 30 + argc;
    const int a_bound = n - 1;
    hicuda_require(a_bound < 50, "captured-bounds.c:11: the section of `a` ends beyond the array");
    hicuda_require(0 <= a_bound + 1, "captured-bounds.c:11: the section of `a` ends before it starts");
    int *d_a = hicuda_alloc(sizeof(int) * (a_bound + 1), "captured-bounds.c:11: global alloc a[0:n-1] copyin");
    memcpy(d_a, a, sizeof(int) * (a_bound + 1));
    n = n - 10;
    number(d_a, n);
    hicuda_require(n - 1 <= a_bound, "captured-bounds.c:18: the section of `a` ends beyond the section on the device");
    hicuda_require(0 <= n, "captured-bounds.c:18: the section of `a` ends before it starts");
    memcpy(a, d_a, sizeof(int) * n);
    free(d_a);
    printf("%d %d %d\n", a[0], a[20], a[21]);
    return argv == NULL;
}
