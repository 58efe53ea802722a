//@ emit: cuda cpu
//@ run: cpu
// A loop that ends by `!=`, in steps of three.
#include <stdio.h>

#define N 31

int a[N];

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

// not-equal.c:13: kernel number
static void number(int *restrict a)
{
    #pragma omp parallel for schedule(static, 4)
    for (int i = 1; i < 31; i += 3)
        a[i] += i;
}

int main(void)
{
    int *d_a = hicuda_alloc(sizeof a, "not-equal.c:12: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    number(d_a);
    memcpy(a, d_a, sizeof a);
    free(d_a);
    for (int i = 0; i < N; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
