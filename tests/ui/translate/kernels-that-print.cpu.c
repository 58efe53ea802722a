//@ emit: cuda cpu
//@ run: cpu
// `printf` in kernels: each iteration prints its line, once, and what the host prints afterwards
// comes afterwards. `independent` says that the order does not matter; one block of one thread keeps it.
#include <stdio.h>

int a[8];

static void tell(int i, float x)
{
    printf("half of a[%d] is %g\n", i, x);
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

// kernels-that-print.c:17: kernel squares
static void squares(int *restrict a)
{
    for (int i = 0; i < 8; i++) {
        a[i] = i * i;
        if (i == 3)
            tell(i, 0.5f * a[i]);
    }
}

// kernels-that-print.c:26: kernel list
static void list(const int *restrict a)
{
    for (int i = 0; i < 8; i++)
        printf("%s %d: %5.1f%%\n", "a", i, 0.25 * a[i]);
}

int main(void)
{
    int *d_a = hicuda_alloc(sizeof a, "kernels-that-print.c:16: global alloc a[*]");
    squares(d_a);
    puts("between");
    list(d_a);
    printf("after\n");
    memcpy(a, d_a, sizeof a);
    free(d_a);
    printf("%d\n", a[7]);
    return 0;
}
