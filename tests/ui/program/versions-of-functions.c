//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/versions-of-functions-between.c parts/versions-of-functions-pass.c parts/versions-of-functions-blur.c
//@ flags: -Iinclude
// Functions whose callers bring arrays in different memories and layouts: each
// kind of caller has its version, in whatever file the function is.
#include <stdio.h>
#include "versions-of-functions.h"

static float first[5] = { 0.1f, 0.2f, 0.4f, 0.2f, 0.1f };
static float second[5] = { 0, 0.5f, 0, 0.5f, 0 };
static float in[64], out[64];
static int grid[4][32], cells[64];

static void both(int (*g)[32], int from, int to);

int main(int argc, char **argv)
{
    for (int i = 0; i < 64; i++) {
        in[i] = i % 9;
        cells[i] = i * i % 7;
    }
#pragma hicuda global alloc in[*] copyin
#pragma hicuda global alloc out[*] clear
#pragma hicuda constant copyin first[*]
    around(out, in, first, 64);
#pragma hicuda constant remove first
#pragma hicuda global alloc second[*] copyin
    around(in, out, second, 64);
#pragma hicuda global copyout in[*]
#pragma hicuda global free in out second
    both(grid, argc + 6, 24);
#pragma hicuda global alloc grid[*][*] copyin
    mark(grid);
#pragma hicuda global copyout grid[*][*]
#pragma hicuda global free grid

#pragma hicuda texture copyin cells[*]
    int odd = count(cells, 64);
#pragma hicuda texture remove cells
    int n = 30 + argc;
#pragma hicuda global alloc cells[0:n-1] copyin
    odd += count(cells, n);
#pragma hicuda global free cells
    printf("%.5f %.5f %d %d\n", in[5], in[40], grid[2][15], odd);
    return 0;
}

static void both(int (*g)[32], int from, int to)
{
#pragma hicuda global alloc g[0:3][from:to] copyin
    mark(g);
    mark(g);
#pragma hicuda global copyout g[0:3][from:to]
#pragma hicuda global free g
}
