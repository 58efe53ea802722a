//@ emit: cuda cpu
//@ run: cpu
// The host goes on after the launch and waits for the copy back.
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

// nowait.c:12: kernel number
static void number(int *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < 64; i++)
        a[i] = i;
}

int main(void)
{
    long sum = 0;
    int *d_a = hicuda_alloc(sizeof a, "nowait.c:11: global alloc a[*]");
    number(d_a);
    for (int i = 0; i < 1000; i++)
        sum += i;
    memcpy(a, d_a, sizeof a);
    free(d_a);
    printf("%d %ld\n", a[63], sum);
    return 0;
}
