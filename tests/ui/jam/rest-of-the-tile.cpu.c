//@ emit: cuda cpu
//@ run: cpu
// A matrix that is no multiple of the tile: the last copies have no iteration.
#include <stdio.h>

#define TILE 8
#define MOST 50

int a[MOST][MOST], b[MOST][MOST], c[MOST][MOST];

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

// rest-of-the-tile.c:17: kernel tiles
static inline void tiles_iteration(const int (*restrict a)[50], const int (*restrict b)[50], int (*restrict c)[50], int n, int i)
{
    for (int j = 0; j < n; j++) {
        int sum = 0;
        for (int kk = 0; kk < n; kk += TILE)
            for (int k = 0; k < TILE; k++)
                sum += a[i][k + kk] * b[k + kk][j];
        c[i][j] = sum;
    }
}

static void tiles(const int (*restrict a)[50], const int (*restrict b)[50], int (*restrict c)[50], int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        tiles_iteration(a, b, c, n, i);
}

void multiply(int n)
{
    int (*d_a)[50] = hicuda_alloc(sizeof a, "rest-of-the-tile.c:14: global alloc a[*][*] copyin");
    memcpy(d_a, a, sizeof a);
    int (*d_b)[50] = hicuda_alloc(sizeof b, "rest-of-the-tile.c:15: global alloc b[*][*] copyin");
    memcpy(d_b, b, sizeof b);
    int (*d_c)[50] = hicuda_alloc(sizeof c, "rest-of-the-tile.c:16: global alloc c[*][*] copyin");
    memcpy(d_c, c, sizeof c);
    tiles(d_a, d_b, d_c, n);
    memcpy(c, d_c, sizeof c);
    free(d_a);
    free(d_b);
    free(d_c);
}

int main(void)
{
    for (int i = 0; i < 48; i++)
        for (int j = 0; j < 48; j++) {
            a[i][j] = i < 37 && j < 37 ? (i * 7 + j * 3) % 11 - 5 : 0;
            b[i][j] = i < 37 && j < 37 ? (i * 5 + j * 2) % 13 - 6 : 0;
        }
    for (int n = 5; n <= 37; n += 32) {
        multiply(n);
        unsigned check = 0;
        for (int i = 0; i < MOST; i++)
            for (int j = 0; j < MOST; j++)
                check = check * 31u + (unsigned)c[i][j];
        printf("%d %u\n", n, check);
    }
    return 0;
}
