//@ emit: cuda cpu
//@ run: cpu h200
// The copies move into the loop over k, and the sum becomes a register each.
#include <stdio.h>

#define N 200
#define M 24

int a[N][M], x[M], y[N];

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

// rows-of-a-product.c:16: kernel rows
static inline void rows_iteration(const int (*restrict a)[24], const int *restrict x, int *restrict y, int m, int i)
{
    {
        int sum = 0;
        int half = m / 2;
        for (int k = 0; k < half; k++)
            sum += a[i][k] * x[k];
        for (int k = half; k < m; k++)
            sum -= a[i][k] * x[k];
        y[i] = sum;
    }
}

static void rows(const int (*restrict a)[24], const int *restrict x, int *restrict y, int m)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        rows_iteration(a, x, y, m, i);
}

void product(int m)
{
    int (*d_a)[24] = hicuda_alloc(sizeof a, "rows-of-a-product.c:13: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    int *d_x = hicuda_alloc(sizeof x, "rows-of-a-product.c:14: global alloc x[*] copyin");
    memcpy(d_x, x, sizeof x);
    int *d_y = hicuda_alloc(sizeof y, "rows-of-a-product.c:15: global alloc y[*]");
    rows(d_a, d_x, d_y, m);
    memcpy(y, d_y, sizeof y);
    free(d_a);
    free(d_x);
    free(d_y);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < M; k++)
            a[i][k] = (i * 3 + k * 5) % 17 - 8;
    for (int k = 0; k < M; k++)
        x[k] = k - 7;
    product(M);
    unsigned check = 0;
    for (int i = 0; i < N; i++)
        check = check * 31u + (unsigned)y[i];
    printf("%d %d %u\n", y[0], y[199], check);
    return 0;
}
