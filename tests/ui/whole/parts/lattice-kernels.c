#include "lbm.h"
const int cx[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
const int cy[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
const real weight[Q] = { 4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36 };
static const int opposite[Q] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };

static real equilibrium(int q, real rho, real ux, real uy)
{
    real cu = 3 * (cx[q] * ux + cy[q] * uy);
    return weight[q] * rho * (1 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
}

void collide(lattice *f, const unsigned char wall[NY][NX], real omega)
{
#pragma hicuda kernel lbm_collide tblock(4, 4) thread(4, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int y = 0; y < NY; y++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int x = 0; x < NX; x++) {
            real rho = 0, ux = 0, uy = 0;
            if (wall[y][x])
                continue;
            for (int q = 0; q < Q; q++) {
                real v = (*f)[y][x][q];
                rho += v;
                ux += cx[q] * v;
                uy += cy[q] * v;
            }
            ux /= rho;
            uy /= rho;
            ux += 1e-4;
            for (int q = 0; q < Q; q++)
                (*f)[y][x][q] += omega * (equilibrium(q, rho, ux, uy) - (*f)[y][x][q]);
        }
    }
#pragma hicuda kernel_end
}

void stream(lattice *restrict from, lattice *restrict to, const unsigned char (*wall)[NX])
{
#pragma hicuda kernel lbm_stream tblock(4, 4) thread(4, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int y = 0; y < NY; y++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int x = 0; x < NX; x++) {
            for (int q = 0; q < Q; q++) {
                int sx = (x - cx[q] + NX) % NX, sy = (y - cy[q] + NY) % NY;
                if (wall[sy][sx])
                    CELL(*to, y, x)[q] = CELL(*from, y, x)[opposite[q]];
                else
                    CELL(*to, y, x)[q] = CELL(*from, sy, sx)[q];
            }
        }
    }
#pragma hicuda kernel_end
}

void moments(const lattice f, real rho[NY][NX], real u[NY][NX][2])
{
    for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++) {
            real r = 0, a = 0, b = 0;
            for (int q = 0; q < Q; q++) {
                r += f[y][x][q];
                a += cx[q] * f[y][x][q];
                b += cy[q] * f[y][x][q];
            }
            rho[y][x] = r;
            u[y][x][0] = a / r;
            u[y][x][1] = b / r;
        }
}
