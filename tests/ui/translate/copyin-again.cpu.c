//@ emit: cuda cpu
//@ run: cpu
// Host data is sent again, into the same device copy, each round.
#include <stdio.h>

int a[16], sums[16];

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

// copyin-again.c:16: kernel add
static void add(int *restrict sums, const int *restrict a)
{
    for (int i = 0; i < 16; i++)
        sums[i] += a[i];
}

int main(void)
{
    int *d_a = hicuda_alloc(sizeof a, "copyin-again.c:10: global alloc a[*]");
    int *d_sums = hicuda_alloc(sizeof sums, "copyin-again.c:11: global alloc sums[*] clear");
    memset(d_sums, 0, sizeof sums);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 16; i++)
            a[i] = i * round;
        memcpy(d_a, a, sizeof a);
        add(d_sums, d_a);
    }
    memcpy(sums, d_sums, sizeof sums);
    free(d_a);
    free(d_sums);
    printf("%d %d\n", sums[1], sums[15]);
    return 0;
}
