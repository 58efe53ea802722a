//@ emit: cuda cpu
//@ run: cpu
// `clear` fills the device copy with zeros.
#include <stdio.h>

int a[64];

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

// clear.c:11: kernel odd
static void odd(int *restrict a)
{
    for (int i = 1; i < 64; i += 2)
        a[i] = i;
}

int main(void)
{
    int *d_a = hicuda_alloc(sizeof a, "clear.c:10: global alloc a[*] clear");
    memset(d_a, 0, sizeof a);
    odd(d_a);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    printf("%d %d %d\n", a[0], a[1], a[63]);
    return 0;
}
