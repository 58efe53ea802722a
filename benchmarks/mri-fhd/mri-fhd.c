// F^H d at a voxel x is the sum over all samples of conj(phi) d e^(2 pi i k.x).
// The samples are taken in batches that fit into the device's constant memory;
// each adds to all voxels, and `permute` gives each voxel to a thread.
#include <math.h>
#include "mri-fhd.h"

#define TWO_PI 6.28318530717958647692f

void fh_d(const struct measurement measured[SAMPLES], struct sample samples[SAMPLES],
          const float x[VOXELS], const float y[VOXELS], const float z[VOXELS],
          float real[VOXELS], float imaginary[VOXELS])
{
#pragma hicuda global alloc measured[*] copyin
#pragma hicuda global alloc samples[*] copyin
#pragma hicuda kernel multiply tblock((SAMPLES + 511) / 512) thread(512)
#pragma hicuda loop_partition over_tblock over_thread
    for (int k = 0; k < SAMPLES; k++) {
        const struct measurement *m = &measured[k];
        samples[k].real = m->phi_real * m->d_real + m->phi_imaginary * m->d_imaginary;
        samples[k].imaginary = m->phi_real * m->d_imaginary - m->phi_imaginary * m->d_real;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout samples[*]
#pragma hicuda global free measured samples

#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*] copyin
#pragma hicuda global alloc z[*] copyin
#pragma hicuda global alloc real[*] clear
#pragma hicuda global alloc imaginary[*] clear
    for (int first = 0; first < SAMPLES; first += BATCH) {
#pragma hicuda constant copyin samples[first:first+BATCH-1]
#pragma hicuda kernel add_batch tblock((VOXELS + 255) / 256) thread(256) fastmath
#pragma hicuda permute(i, k)
        for (int k = first; k < first + BATCH; k++) {
#pragma hicuda loop_partition over_tblock over_thread
            for (int i = 0; i < VOXELS; i++) {
                float angle = TWO_PI * (samples[k].kx * x[i] + samples[k].ky * y[i] + samples[k].kz * z[i]);
                float c = cosf(angle), s = sinf(angle);
                real[i] += samples[k].real * c - samples[k].imaginary * s;
                imaginary[i] += samples[k].imaginary * c + samples[k].real * s;
            }
        }
#pragma hicuda kernel_end
#pragma hicuda constant remove samples
    }
#pragma hicuda global copyout real[*]
#pragma hicuda global copyout imaginary[*]
#pragma hicuda global free x y z real imaginary
}
