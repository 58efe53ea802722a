//@ emit: cuda cpu
//@ run: cpu
// Only part of an array is on the device; subscripts are shifted to match.
#include <stdio.h>

int a[100];

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

// alloc-section.c:11: kernel number
static void number(int *restrict a)
{
    #pragma omp parallel for
    for (int i = 24; i < 56; i++)
        a[i - 20] += i;
}

int main(void)
{
    int *d_a = hicuda_alloc(sizeof(int) * 40, "alloc-section.c:10: global alloc a[20:59] copyin");
    memcpy(d_a, &a[20], sizeof(int) * 40);
    number(d_a);
    memcpy(&a[24], &d_a[4], sizeof(int) * 32);
    free(d_a);
    printf("%d %d %d\n", a[23], a[24], a[55]);
    return 0;
}
