//@ emit: cuda cpu
//@ run: cpu
// A function of the same file that a kernel calls, and what that one calls.
#include <stdio.h>

int a[32];

static int square(int x)
{
    return x * x;
}

static int polynomial(int x)
{
    return square(x) * 3 + square(x + 1);
}

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

// function-called.c:21: kernel evaluate
static void evaluate(int *restrict a)
{
    for (int i = 0; i < 32; i++)
        a[i] = polynomial(i);
}

int main(void)
{
    int *d_a = hicuda_alloc(sizeof a, "function-called.c:20: global alloc a[*]");
    evaluate(d_a);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    printf("%d %d %d\n", a[0], a[31], square(12));
    return 0;
}
