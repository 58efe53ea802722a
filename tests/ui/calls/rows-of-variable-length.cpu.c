//@ emit: cuda cpu
//@ run: cpu
// Parameters whose rows have a length that is known at run time, called in kernels.
#include <stdio.h>

static float sum(int n, int m, float a[n][m], int i)
{
    float s = 0;
    for (int j = 0; j < m; j++)
        s += a[i][j] - a[n - 1][j];
    return s;
}

static void scale(int m, float row[restrict static m], float factor)
{
    for (int j = 0; j < m; j++)
        row[j] *= factor;
}

static float middle(int n, int m, float a[n][m])
{
    return sum(n, m, a, n / 2) + a[n / 2][m / 2];
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

// rows-of-variable-length.c:29: kernel scaling
static void scaling(float *restrict a, int n, int m)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        scale(m, &a[(long)i * m], 0.5f);
}

static float sum_in_kernel(int n, int m, float *a, int i)
{
    float s = 0;
    for (int j = 0; j < m; j++)
        s += a[i * m + j] - a[(n - 1) * m + j];
    return s;
}

static float middle_in_kernel(int n, int m, float *a)
{
    return sum_in_kernel(n, m, &a[0], n / 2) + a[n / 2 * m + m / 2];
}

// rows-of-variable-length.c:34: kernel sums
static void sums(float *restrict a, float *restrict s, int n, int m)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        s[i] = sum_in_kernel(n, m, &(&a[(long)0 * m])[0], i) + middle_in_kernel(n, m, &(&a[(long)0 * m])[0]);
}

static void work(int n, int m, float a[n][m], float s[n])
{
    float *d_a = hicuda_alloc(sizeof(float) * n * m, "rows-of-variable-length.c:27: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof(float) * n * m);
    float *d_s = hicuda_alloc(sizeof(float) * n, "rows-of-variable-length.c:28: global alloc s[*]");
    scaling(d_a, n, m);
    sums(d_a, d_s, n, m);
    memcpy(s, d_s, sizeof(float) * n);
    free(d_a);
    free(d_s);
}

int main(void)
{
    float a[30][8], s[30];
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 8; j++)
            a[i][j] = i * 3 + j;
    work(30, 8, a, s);
    printf("%g %g\n", s[3], s[29]);
    return 0;
}
