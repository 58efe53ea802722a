// The Q matrix of magnetic resonance imaging with arbitrary sampling.
#ifndef MRI_Q_H
#define MRI_Q_H

#ifndef SAMPLES
#define SAMPLES 256
#endif
#ifndef VOXELS
#define VOXELS 2048
#endif
#ifndef BATCH
#define BATCH 128
#endif

// A point of the trajectory through frequency space, and how much it weighs.
struct sample {
    float kx, ky, kz, weight;
};

void q_matrix(const float real[SAMPLES], const float imaginary[SAMPLES], struct sample samples[SAMPLES],
              const float x[VOXELS], const float y[VOXELS], const float z[VOXELS],
              float q_real[VOXELS], float q_imaginary[VOXELS]);

#endif
