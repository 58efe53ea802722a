// The potential of atoms on a lattice, from those within a distance.
#include <math.h>
#include <stdio.h>

#define X 20
#define Y 18
#define Z 10
#define ATOMS 60
#define SPACING 0.5f
#define CUTOFF 3.0f

struct atom {
    float x, y, z, charge;
};

static struct atom atoms[ATOMS];
static float lattice[Z][Y][X];

static void potential(void)
{
    for (int k = 0; k < Z; k++)
        for (int j = 0; j < Y; j++)
            for (int i = 0; i < X; i++) {
                float energy = 0;
                for (int a = 0; a < ATOMS; a++) {
                    float dx = (float)i * SPACING - atoms[a].x;
                    float dy = (float)j * SPACING - atoms[a].y;
                    float dz = (float)k * SPACING - atoms[a].z;
                    float squared = dx * dx + dy * dy + dz * dz;
                    if (squared > 0 && squared < CUTOFF * CUTOFF) {
                        float s = 1.0f - squared / (CUTOFF * CUTOFF);
                        energy += atoms[a].charge / sqrtf(squared) * s * s;
                    }
                }
                lattice[k][j][i] = energy;
            }
}

int main(void)
{
    for (int a = 0; a < ATOMS; a++) {
        atoms[a].x = (float)(a * 37 % 97) * 0.1f;
        atoms[a].y = (float)(a * 53 % 89) * 0.1f;
        atoms[a].z = (float)(a * 71 % 47) * 0.1f;
        atoms[a].charge = a % 2 ? 1.0f : -0.5f;
    }
    potential();
    double sum = 0;
    for (int k = 0; k < Z; k++)
        for (int j = 0; j < Y; j++)
            for (int i = 0; i < X; i++)
                sum += lattice[k][j][i];
    printf("%.4g %.4g\n", sum, lattice[Z / 2][Y / 2][X / 2]);
    return 0;
}
