//@ emit: cuda cpu
//@ run: cpu h200
// Padding against bank conflicts: chosen, given, and switched off.
#include <stdio.h>

#define N 64

float a[N][N], b[N][N], c[N][N], sums[N][N];

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

// shared-pad.c:17: kernel add
static inline void add_iteration(float (*restrict sums)[64], const float (*restrict a)[64], const float (*restrict b)[64], const float (*restrict c)[64], int i)
{
    for (int j = 0; j < N; j++)
        sums[i][j] = a[j][i] + b[j][i] + c[j][i];
}

static void add(float (*restrict sums)[64], const float (*restrict a)[64], const float (*restrict b)[64], const float (*restrict c)[64])
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        add_iteration(sums, a, b, c, i);
}

int main(void)
{
    a[1][2] = 1;
    float (*d_a)[64] = hicuda_alloc(sizeof a, "shared-pad.c:13: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    float (*d_b)[64] = hicuda_alloc(sizeof b, "shared-pad.c:14: global alloc b[*][*] copyin");
    memcpy(d_b, b, sizeof b);
    float (*d_c)[64] = hicuda_alloc(sizeof c, "shared-pad.c:15: global alloc c[*][*] copyin");
    memcpy(d_c, c, sizeof c);
    float (*d_sums)[64] = hicuda_alloc(sizeof sums, "shared-pad.c:16: global alloc sums[*][*]");
    add(d_sums, d_a, d_b, d_c);
    memcpy(sums, d_sums, sizeof sums);
    free(d_a);
    free(d_b);
    free(d_c);
    free(d_sums);
    printf("%g %g\n", sums[2][1], sums[1][2]);
    return 0;
}
