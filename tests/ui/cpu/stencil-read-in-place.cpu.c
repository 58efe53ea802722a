//@ emit: cpu
//@ run: cpu h200
// A shared copy of a few elements per thread does not pay on a CPU: the array
// is read in place, and without a copy nobody waits for anybody.
#include <stdio.h>
#define N 50
static int a[N][N], b[N][N];

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

// stencil-read-in-place.c:17: kernel relax
static inline void relax_iteration(const int (*restrict a)[50], int (*restrict b)[50], int i)
{
    int sum;
    for (int j = 1; j < N - 1; j++) {
        sum = a[i - 1][j] + a[i + 1][j];
        sum += a[i][j - 1] + a[i][j + 1];
        b[i][j] = sum;
    }
}

static void relax(const int (*restrict a)[50], int (*restrict b)[50])
{
    #pragma omp parallel for
    for (int i = 1; i < N - 1; i++)
        relax_iteration(a, b, i);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 5 + j * 3) % 17;
    int (*d_a)[50] = hicuda_alloc(sizeof a, "stencil-read-in-place.c:15: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    int (*d_b)[50] = hicuda_alloc(sizeof b, "stencil-read-in-place.c:16: global alloc b[*][*] clear");
    memset(d_b, 0, sizeof b);
    relax(d_a, d_b);
    memcpy(b, d_b, sizeof b);
    free(d_a);
    free(d_b);
    for (int i = 0; i < N; i += 7)
        for (int j = 0; j < N; j += 9)
            printf("%d\n", b[i][j]);
    return 0;
}
