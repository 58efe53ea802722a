//@ emit: cuda cpu
//@ run: cpu h200
// The section reaches over the array's border; what is outside is not read.
#include <stdio.h>

#define N 100

int a[N], b[N];

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

// shared-halo.c:16: kernel smooth
static void smooth(const int *restrict a, int *restrict b)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int left = i > 0 ? a[i - 1] : 0, right = i < N - 1 ? a[i + 1] : 0;
        b[i] = left + a[i] + right;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * i;
    int *d_a = hicuda_alloc(sizeof a, "shared-halo.c:14: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    int *d_b = hicuda_alloc(sizeof b, "shared-halo.c:15: global alloc b[*]");
    smooth(d_a, d_b);
    memcpy(b, d_b, sizeof b);
    free(d_a);
    free(d_b);
    printf("%d %d %d\n", b[0], b[50], b[99]);
    return 0;
}
