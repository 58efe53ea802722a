// Random charges a little above the plane, and their potential at some points
// in double precision.
#include "../harness.h"
#include "cp.h"

int main(void)
{
    struct atom *atoms = room(ATOMS, sizeof *atoms);
    float (*energy)[SIDE] = room(SIDE, sizeof *energy);
    unsigned seed = 54321;

    for (int k = 0; k < ATOMS; k++) {
        atoms[k].x = uniform(&seed, 0, SPACING * SIDE);
        atoms[k].y = uniform(&seed, 0, SPACING * SIDE);
        atoms[k].z = uniform(&seed, 0.1f, 1);
        atoms[k].charge = uniform(&seed, -1, 1);
    }
    potential(atoms, energy);

    if (is_only_timed())
        return 0;
    struct error e = { 0 };
    for (int at = 0; at < 1000; at++) {
        int i = at * 7919 % SIDE, j = at * 104729 % SIDE;
        double sum = 0;
        for (int k = 0; k < ATOMS; k++) {
            double dx = (double)SPACING * j - atoms[k].x, dy = (double)SPACING * i - atoms[k].y, dz = atoms[k].z;
            sum += atoms[k].charge / sqrt(dx * dx + dy * dy + dz * dz);
        }
        compare(&e, sum, energy[i][j]);
    }
    return verdict("cp", e, 1e-4);
}
