// The vector F^H d of magnetic resonance imaging with arbitrary sampling.
#ifndef MRI_FHD_H
#define MRI_FHD_H

#ifndef SAMPLES
#define SAMPLES 256
#endif
#ifndef VOXELS
#define VOXELS 2048
#endif
#ifndef BATCH
#define BATCH 128
#endif

// What was measured at the samples.
struct measurement {
    float phi_real, phi_imaginary, d_real, d_imaginary;
};

// A point of the trajectory through frequency space, and conj(phi) d there.
struct sample {
    float kx, ky, kz, real, imaginary;
};

void fh_d(const struct measurement measured[SAMPLES], struct sample samples[SAMPLES],
          const float x[VOXELS], const float y[VOXELS], const float z[VOXELS],
          float real[VOXELS], float imaginary[VOXELS]);

#endif
