//@ emit: cuda cpu
//@ run: cpu
// A file that cannot be C++ (`class` is a name in it): the host stays C.
#include <stdio.h>

int a[16];

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

// not-cxx.c:14: kernel number
static void number(int *restrict a, int class)
{
    for (int i = 0; i < 16; i++)
        a[i] = i * class;
}

int main(void)
{
    int class = 3, n = 4;
    int scratch[n];
    scratch[0] = class;
    int *d_a = hicuda_alloc(sizeof a, "not-cxx.c:13: global alloc a[*]");
    number(d_a, class);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    printf("%d %d\n", a[15], scratch[0]);
    return 0;
}
