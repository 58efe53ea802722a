//@ emit: cuda cpu
//@ run: cpu
// Sizes known at run time only: the kernel works its share out.
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

// launch-at-run-time.c:10: kernel number_kernel
static void number_kernel(int *restrict a, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i * i;
}

static void number(int *a, int n, int blocks)
{
    int *d_a = hicuda_alloc(sizeof(int) * n, "launch-at-run-time.c:9: global alloc a[*]");
    number_kernel(d_a, n);
    memcpy(a, d_a, sizeof(int) * n);
    free(d_a);
}

int main(void)
{
    int a[45];
    number(a, 45, 2);
    number(a, 45, 7);
    printf("%d %d\n", a[1], a[44]);
    return 0;
}
