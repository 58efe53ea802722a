//@ emit: cuda cpu
//@ run: cpu
// A scalar with a device copy is changed by the kernel and comes back.
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

// scalar-on-device.c:10: kernel square
static void square(int *restrict best)
{
    {
        *best = *best * *best;
    }
}

int main(void)
{
    int best = 3;
    int *d_best = hicuda_alloc(sizeof best, "scalar-on-device.c:9: global alloc best copyin");
    memcpy(d_best, &best, sizeof best);
    square(d_best);
    memcpy(&best, d_best, sizeof best);
    free(d_best);
    printf("%d\n", best);
    return 0;
}
