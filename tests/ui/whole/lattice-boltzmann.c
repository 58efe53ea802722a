//@ run: cpu
//@ also: parts/lattice-kernels.c
//@ flags: -Iinclude
// A lattice Boltzmann method: pointers to arrays that are swapped, tables of another file.
#include <stdio.h>
#include <stdlib.h>
#include "lbm.h"
static unsigned char wall[NY][NX];
void lbm_init(lattice *f, unsigned char w[NY][NX])
{
    for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++) {
            w[y][x] = y == 0 || y == NY - 1 || (abs(x - 8) < 2 && abs(y - 8) < 3);
            for (int q = 0; q < Q; q++)
                (*f)[y][x][q] = weight[q];
        }
}
int main(void)
{
    lattice *f = malloc(sizeof *f), *g = malloc(sizeof *g);
    static real rho[NY][NX], u[NY][NX][2];
    lbm_init(f, wall);
#pragma hicuda global alloc f[0][*][*][*] copyin
#pragma hicuda global alloc g[0][*][*][*]
#pragma hicuda global alloc wall[*][*] copyin
    for (int t = 0; t < 30; t++) {
        lattice *swap;
        collide(f, wall, 1.2);
        stream(f, g, wall);
        swap = f;
        f = g;
        g = swap;
    }
#pragma hicuda global copyout f[0][*][*][*]
#pragma hicuda global free f g wall
    moments(*f, rho, u);
    printf("%.10f %.10f\n", rho[5][5], u[5][5][0]);
    free(f); free(g);
    return 0;
}
