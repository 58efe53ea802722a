// The potential of point charges, on a grid in the plane z = 0. A thread computes several
// points of a row; the charges come to a block in tiles.
#include <math.h>
#include "cp.h"

#define TILE 320
#define POINTS (SIDE < 1024 ? 8 : 16)

void potential(const struct atom atoms[ATOMS], float energy[SIDE][SIDE])
{
#pragma hicuda global alloc atoms[*] copyin
#pragma hicuda global alloc energy[*][*]
#pragma hicuda kernel coulomb tblock(SIDE / 8, (SIDE + 16 * POINTS - 1) / (16 * POINTS)) thread(8, 16) fastmath
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < SIDE; i++) {
#pragma hicuda loop_partition over_tblock over_thread jam(POINTS)
        for (int j = 0; j < SIDE; j++) {
            float x = SPACING * j, y = SPACING * i, sum = 0;
            for (int first = 0; first < ATOMS; first += TILE) {
#pragma hicuda shared alloc atoms[first:first+TILE-1] copyin
#pragma hicuda barrier
                for (int k = first; k < first + TILE; k++) {
                    float dx = x - atoms[k].x, dy = y - atoms[k].y, dz = atoms[k].z;
                    sum += atoms[k].charge / sqrtf(dx * dx + dy * dy + dz * dz);
                }
#pragma hicuda barrier
#pragma hicuda shared remove atoms
            }
            energy[i][j] = sum;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout energy[*][*]
#pragma hicuda global free atoms energy
}
