//@ emit: cuda cpu
//@ run: cpu
// What differs between iterations stays inside the copies: bounds that depend
// on the index, conditions, `continue`, variables of the host, local arrays.
#include <stdio.h>

#define N 150

struct pair { int low, high; };

int a[N], b[N], c[N], d[N];

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

// each-copy-its-own-way.c:22: kernel triangle
static inline void triangle_iteration(const int *restrict a, int *restrict b, int i)
{
    int last;
    {
        last = 0;
        for (int k = 0; k <= i; k++)
            last += a[k];
        b[i] = last;
    }
}

static inline void triangle_iteration2(const int *restrict a, int *restrict d, int i)
{
    {
        struct pair ends = {a[i], i};
        int part[3] = {1, a[i]};
        int steps = 0;
        for (int k = 0; k < 3; k++) {
            part[k] += k;
            ends.low += part[k];
            if (ends.low % 3 == 0) {
                steps++;
                ends.high -= k;
            }
        }
        while (steps > 0) {
            ends.low *= 2;
            steps--;
        }
        d[i] = ends.low - ends.high;
    }
}

static void triangle(const int *restrict a, int *restrict b, int *restrict c, int *restrict d)
{
    {
        #pragma omp parallel for schedule(static, 32)
        for (int i = 0; i < N; i++)
            triangle_iteration(a, b, i);
    }
    {
        #pragma omp parallel for
        for (int i = N - 1; i >= 0; i -= 2) {
            int best;
            {
                if (a[i] % 2)
                    continue;
                best = a[i];
                for (int k = 0; k < 4; k++) {
                    if (a[k] > best)
                        best = a[k];
                }
                c[i] = best;
            }
        }
    }
    {
        #pragma omp parallel for
        for (int i = 0; i < N; i++)
            triangle_iteration2(a, d, i);
    }
}

int main(void)
{
    int i, best;
    for (i = 0; i < N; i++)
        a[i] = (i * 37) % 101;
    int *d_a = hicuda_alloc(sizeof a, "each-copy-its-own-way.c:18: global alloc a[*] copyin");
    memcpy(d_a, a, sizeof a);
    int *d_b = hicuda_alloc(sizeof b, "each-copy-its-own-way.c:19: global alloc b[*]");
    int *d_c = hicuda_alloc(sizeof c, "each-copy-its-own-way.c:20: global alloc c[*] //~ R2049 `c`");
    memcpy(d_c, c, sizeof c);
    int *d_d = hicuda_alloc(sizeof d, "each-copy-its-own-way.c:21: global alloc d[*] copyin");
    memcpy(d_d, d, sizeof d);
    triangle(d_a, d_b, d_c, d_d);
    memcpy(b, d_b, sizeof b);
    memcpy(c, d_c, sizeof c);
    memcpy(d, d_d, sizeof d);
    free(d_a);
    free(d_b);
    free(d_c);
    free(d_d);
    unsigned check = 0;
    for (i = 0; i < N; i++) {
        check = check * 31u + (unsigned)(b[i] + d[i]);
        if (i % 2 && a[i] % 2 == 0)
            check += (unsigned)c[i];
    }
    printf("%u\n", check);
    return 0;
}
