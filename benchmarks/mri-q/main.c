// Random samples and voxels, and Q at some voxels in double precision.
#include "../harness.h"
#include "mri-q.h"

int main(void)
{
    float *real = room(SAMPLES, sizeof *real), *imaginary = room(SAMPLES, sizeof *imaginary);
    struct sample *samples = room(SAMPLES, sizeof *samples);
    float *x = room(VOXELS, sizeof *x), *y = room(VOXELS, sizeof *y), *z = room(VOXELS, sizeof *z);
    float *q_real = room(VOXELS, sizeof *q_real), *q_imaginary = room(VOXELS, sizeof *q_imaginary);
    unsigned seed = 77;

    for (int k = 0; k < SAMPLES; k++) {
        samples[k].kx = uniform(&seed, -16, 16);
        samples[k].ky = uniform(&seed, -16, 16);
        samples[k].kz = uniform(&seed, -16, 16);
        real[k] = uniform(&seed, -1, 1);
        imaginary[k] = uniform(&seed, -1, 1);
    }
    for (int i = 0; i < VOXELS; i++) {
        x[i] = uniform(&seed, -0.5f, 0.5f);
        y[i] = uniform(&seed, -0.5f, 0.5f);
        z[i] = uniform(&seed, -0.5f, 0.5f);
    }
    q_matrix(real, imaginary, samples, x, y, z, q_real, q_imaginary);

    if (is_only_timed())
        return 0;
    struct error e = { 0 };
    for (int i = 0; i < VOXELS; i += VOXELS / 500 + 1) {
        double r = 0, m = 0, pi = acos(-1.0);
        for (int k = 0; k < SAMPLES; k++) {
            double weight = (double)real[k] * real[k] + (double)imaginary[k] * imaginary[k];
            double turns = (double)samples[k].kx * x[i] + (double)samples[k].ky * y[i] + (double)samples[k].kz * z[i];
            r += weight * cos(2 * pi * turns);
            m += weight * sin(2 * pi * turns);
        }
        compare(&e, r, q_real[i]);
        compare(&e, m, q_imaginary[i]);
    }
    return verdict("mri-q", e, 1e-3);
}
