//@ emit: cuda cpu
//@ run: cpu
// One row per block: its threads add the row up together and all use the sum.
#include <stdio.h>

float m[60][100], share[60][100];

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

// rows-within-a-block.c:15: kernel normalise
static inline void normalise_iteration(const float (*restrict m)[100], float (*restrict share)[100], int i)
{
    float sum = 0, most = m[i][0];
    {
        float sum_part = 0;
        float most_part = most;
        for (int j = 0; j < 100; j++) {
            sum_part += m[i][j];
            if (m[i][j] > most_part)
                most_part = m[i][j];
        }
        sum += sum_part;
        most = most > most_part || most_part != most_part ? most : most_part;
    }
    for (int j = 0; j < 100; j++)
        share[i][j] = (m[i][j] + most) * 4 / sum;
}

static void normalise(const float (*restrict m)[100], float (*restrict share)[100])
{
    #pragma omp parallel for
    for (int i = 0; i < 60; i++)
        normalise_iteration(m, share, i);
}

int main(void)
{
    for (int i = 0; i < 60; i++)
        for (int j = 0; j < 100; j++)
            m[i][j] = (i + j) % 4 + 1;
    float (*d_m)[100] = hicuda_alloc(sizeof m, "rows-within-a-block.c:13: global alloc m[*][*] copyin");
    memcpy(d_m, m, sizeof m);
    float (*d_share)[100] = hicuda_alloc(sizeof share, "rows-within-a-block.c:14: global alloc share[*][*]");
    normalise(d_m, d_share);
    memcpy(share, d_share, sizeof share);
    free(d_m);
    free(d_share);
    for (int i = 0; i < 60; i += 7)
        printf("%g %g\n", share[i][3], share[i][98]);
    return 0;
}
