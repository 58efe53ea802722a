//@ emit: cuda cpu
//@ run: cpu
// Host code that is C but not C++ gets the casts it needs, and nothing else.
#include <stdio.h>
#include <stdlib.h>

struct list { struct list *next; int value; };

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

// casts-for-cxx.c:16: kernel number
static void number(int *restrict a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
}

int main(void)
{
    int n = 16;
    int   *a = malloc(n * sizeof *a);    /* the layout stays */
    struct list *head = calloc(1, sizeof(struct list));
    int *d_a = hicuda_alloc(sizeof(int) * n, "casts-for-cxx.c:15: global alloc a[*]");
    number(d_a, n);
    memcpy(a, d_a, sizeof(int) * n);
    free(d_a);
    head->value = a[15];
    printf("%d\n", head->value);
    free(head);
    free(a);
    return 0;
}
