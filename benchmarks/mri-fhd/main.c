// Random measurements and voxels, and F^H d at some voxels in double precision.
#include "../harness.h"
#include "mri-fhd.h"

int main(void)
{
    struct measurement *measured = room(SAMPLES, sizeof *measured);
    struct sample *samples = room(SAMPLES, sizeof *samples);
    float *x = room(VOXELS, sizeof *x), *y = room(VOXELS, sizeof *y), *z = room(VOXELS, sizeof *z);
    float *real = room(VOXELS, sizeof *real), *imaginary = room(VOXELS, sizeof *imaginary);
    unsigned seed = 78;

    for (int k = 0; k < SAMPLES; k++) {
        samples[k].kx = uniform(&seed, -16, 16);
        samples[k].ky = uniform(&seed, -16, 16);
        samples[k].kz = uniform(&seed, -16, 16);
        measured[k].phi_real = uniform(&seed, -1, 1);
        measured[k].phi_imaginary = uniform(&seed, -1, 1);
        measured[k].d_real = uniform(&seed, -1, 1);
        measured[k].d_imaginary = uniform(&seed, -1, 1);
    }
    for (int i = 0; i < VOXELS; i++) {
        x[i] = uniform(&seed, -0.5f, 0.5f);
        y[i] = uniform(&seed, -0.5f, 0.5f);
        z[i] = uniform(&seed, -0.5f, 0.5f);
    }
    fh_d(measured, samples, x, y, z, real, imaginary);

    if (is_only_timed())
        return 0;
    struct error e = { 0 };
    for (int i = 0; i < VOXELS; i += VOXELS / 500 + 1) {
        double r = 0, m = 0, pi = acos(-1.0);
        for (int k = 0; k < SAMPLES; k++) {
            const struct measurement *d = &measured[k];
            double re = (double)d->phi_real * d->d_real + (double)d->phi_imaginary * d->d_imaginary;
            double im = (double)d->phi_real * d->d_imaginary - (double)d->phi_imaginary * d->d_real;
            double turns = (double)samples[k].kx * x[i] + (double)samples[k].ky * y[i] + (double)samples[k].kz * z[i];
            r += re * cos(2 * pi * turns) - im * sin(2 * pi * turns);
            m += im * cos(2 * pi * turns) + re * sin(2 * pi * turns);
        }
        compare(&e, r, real[i]);
        compare(&e, m, imaginary[i]);
    }
    return verdict("mri-fhd", e, 1e-3);
}
