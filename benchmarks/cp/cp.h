// The Coulombic potential of point charges in a plane.
#ifndef CP_H
#define CP_H

#ifndef SIDE
#define SIDE 64
#endif
#ifndef ATOMS
#define ATOMS 640
#endif
#ifndef BATCH
#define BATCH 320
#endif

#define SPACING 0.1f

struct atom {
    float x, y, z, charge;
};

void potential(const struct atom atoms[ATOMS], float energy[SIDE][SIDE]);

#endif
