//@ emit: cuda cpu
//@ run: cpu
// `(*t)[i][j]`, pointers to rows, and a base pointer with negative subscripts.
#include <stdio.h>
#include <stdlib.h>

#define H 10
#define W 12

typedef double plane[H][W];

int main(void)
{
    plane *t = malloc(sizeof *t), *s = malloc(sizeof *s);
    double (*rows)[W] = malloc(H * sizeof *rows);
    double line[W];
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            (*t)[i][j] = i * i * 100 + j * j * j;
#pragma hicuda shape t[1][H][W] s[1][H][W] rows[H][W]
#pragma hicuda global alloc t[*][*][*] copyin
#pragma hicuda global alloc s[*][*][*] clear
#pragma hicuda global alloc rows[*][*] clear
#pragma hicuda kernel planes tblock(2) thread(4)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < H - 1; i++)
        for (int j = 1; j < W - 1; j++) {
            const double *centre = &(*t)[i][j];
            (*s)[i][j] = centre[-1] + centre[1] + (*t)[i - 1][j] + (*t)[i + 1][j] - 4 * centre[0];
            rows[i][j] = (*s)[i][j] * 2;
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout s[*][*][*]
#pragma hicuda global copyout rows[*][*]
#pragma hicuda global free t s rows
    double total = 0;
    for (int i = 1; i < H - 1; i++)
        for (int j = 1; j < W - 1; j++)
            total += (*s)[i][j] * (i + j) + rows[i][j];
    line[0] = total;
    printf("%g\n", line[0]);
    return 0;
}
