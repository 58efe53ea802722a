// Q(x) is the sum over all samples of |phi|^2 e^(2 pi i k.x). The samples are
// taken in batches that fit into the device's constant memory.
#include <math.h>
#include "mri-q.h"

#define TWO_PI 6.28318530717958647692f

void q_matrix(const float real[SAMPLES], const float imaginary[SAMPLES], struct sample samples[SAMPLES],
              const float x[VOXELS], const float y[VOXELS], const float z[VOXELS],
              float q_real[VOXELS], float q_imaginary[VOXELS])
{
#pragma hicuda global alloc real[*] copyin
#pragma hicuda global alloc imaginary[*] copyin
#pragma hicuda global alloc samples[*] copyin
#pragma hicuda kernel weigh tblock((SAMPLES + 511) / 512) thread(512)
#pragma hicuda loop_partition over_tblock over_thread
    for (int k = 0; k < SAMPLES; k++)
        samples[k].weight = real[k] * real[k] + imaginary[k] * imaginary[k];
#pragma hicuda kernel_end
#pragma hicuda global copyout samples[*]
#pragma hicuda global free real imaginary samples

#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*] copyin
#pragma hicuda global alloc z[*] copyin
#pragma hicuda global alloc q_real[*] clear
#pragma hicuda global alloc q_imaginary[*] clear
    for (int first = 0; first < SAMPLES; first += BATCH) {
#pragma hicuda constant copyin samples[first:first+BATCH-1]
#pragma hicuda kernel add_batch tblock((VOXELS + 255) / 256) thread(256) fastmath
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < VOXELS; i++) {
            float r = q_real[i], m = q_imaginary[i];
            for (int k = first; k < first + BATCH; k++) {
                float angle = TWO_PI * (samples[k].kx * x[i] + samples[k].ky * y[i] + samples[k].kz * z[i]);
                r += samples[k].weight * cosf(angle);
                m += samples[k].weight * sinf(angle);
            }
            q_real[i] = r;
            q_imaginary[i] = m;
        }
#pragma hicuda kernel_end
#pragma hicuda constant remove samples
    }
#pragma hicuda global copyout q_real[*]
#pragma hicuda global copyout q_imaginary[*]
#pragma hicuda global free x y z q_real q_imaginary
}
