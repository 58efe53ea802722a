//@ emit: cuda cpu
//@ run: cpu sim
// Threads of OpenMP would each launch the kernels of what they run: such regions run once, as the program says
// without OpenMP. Other regions keep their threads, and the variables that only pragmas name.
#include <stdio.h>
#define N 64
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

// regions-of-openmp.c:11: kernel k2
static void k2(int *restrict b)
{
    for (int i = 0; i < N; i++)
        b[i] += 1;
}

static void twice(int *b)
{
    int *d_b = hicuda_alloc(sizeof(int) * 64, "regions-of-openmp.c:10: global alloc b[0:N-1] copyin");
    memcpy(d_b, b, sizeof(int) * 64);
    k2(d_b);
    memcpy(b, d_b, sizeof(int) * 64);
    free(d_b);
}
// regions-of-openmp.c:25: kernel k
static void k(int *restrict a)
{
    for (int j = 0; j < N; j++)
        a[j] += 1;
}

int main(void)
{
    int i, j;
    for (i = 0; i < N; i++) a[i] = i;
    {
        int *d_a = hicuda_alloc(sizeof a, "regions-of-openmp.c:24: global alloc a[*] copyin");
        memcpy(d_a, a, sizeof a);
        k(d_a);
        memcpy(a, d_a, sizeof a);
        free(d_a);
    }
    for (i = 0; i < 4; i++)
        twice(a);
    switch (a[0]) {
    case 5:
        twice(a);
    }
    goto last;
last:
    twice(a);
    {
        twice(a);
        a[0]++;
    }
    int s = 0;
#pragma omp parallel for private(i, j) reduction(+:s) num_threads(4)
    for (i = 0; i < N; i++)
        s += a[i];
    // Nobody shares `s` any more, and compilers refuse the clause.
    {
        twice(a);
        for (i = 0; i < N; i++)
            s += a[i];
    }
    printf("%d %d %d\n", a[0], a[63], s);
    return 0;
}
