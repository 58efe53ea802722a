//@ emit: cuda cpu
//@ run: cpu sim
// `#if` chooses between two heads of one loop: what closes the choice stands in the kernel, and stays. The program was
// read without OpenMP and as C, and its conditions choose so when the result is compiled.
#include <stdio.h>

#define N 64
#define DOWNWARDS 0

static int a[N];

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

// conditions-around-half-a-kernel.c:19: kernel fill
static void fill(int *restrict a)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++) {
        a[i] = i;
    }
}

int main(void)
{
    int *d_a = hicuda_alloc(sizeof a, "conditions-around-half-a-kernel.c:15: global alloc a[*]");
#if DOWNWARDS
    for (i = N - 1; i >= 0; i--) {
#else /* upwards: #if in a comment is none */
    fill(d_a);
#endif
#if N > 32
    memcpy(a, d_a, sizeof a);
#endif
    free(d_a);
#ifdef _OPENMP
    printf("with OpenMP\n");
#endif
#if defined(__cplusplus) || defined(__CUDACC__)
    printf("C++\n");
#endif
    printf("%d %d %d\n", a[1], a[N - 1], (int)sizeof 'a');
    return 0;
}
