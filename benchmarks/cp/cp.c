// The potential of point charges, on a grid in the plane z = 0. The charges
// are taken in batches that fit into the device's constant memory.
#include <math.h>
#include "cp.h"

void potential(const struct atom atoms[ATOMS], float energy[SIDE][SIDE])
{
#pragma hicuda global alloc energy[*][*] clear
    for (int first = 0; first < ATOMS; first += BATCH) {
#pragma hicuda constant copyin atoms[first:first+BATCH-1]
#pragma hicuda kernel coulomb tblock(SIDE / 8, (SIDE + 127) / 128) thread(8, 16) fastmath
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < SIDE; i++) {
#pragma hicuda loop_partition over_tblock over_thread jam(8)
            for (int j = 0; j < SIDE; j++) {
                float x = SPACING * j, y = SPACING * i, sum = 0;
                for (int k = first; k < first + BATCH; k++) {
                    float dx = x - atoms[k].x, dy = y - atoms[k].y, dz = atoms[k].z;
                    sum += atoms[k].charge / sqrtf(dx * dx + dy * dy + dz * dz);
                }
                energy[i][j] += sum;
            }
        }
#pragma hicuda kernel_end
#pragma hicuda constant remove atoms
    }
#pragma hicuda global copyout energy[*][*]
#pragma hicuda global free energy
}
