//@ emit: cuda cpu
//@ run: cpu
// `to` brings the values back to another array of the same shape.
#include <stdio.h>

int a[32], b[32];

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

// copyout-to.c:13: kernel number
static void number(int *restrict a)
{
    for (int i = 0; i < 32; i++)
        a[i] = i;
}

int main(void)
{
    for (int i = 0; i < 32; i++)
        b[i] = i;
    int *d_a = hicuda_alloc(sizeof a, "copyout-to.c:12: global alloc a[*]");
    number(d_a);
    memcpy(b, d_a, sizeof(int) * 32);
    free(d_a);
    printf("%d %d\n", b[0], b[31]); //~ W1064 the host reads what `copyout` put into `b`
    return 0;
}
