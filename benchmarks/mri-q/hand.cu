// One voxel per thread, its sums in registers; the samples come in batches
// through constant memory.
extern "C" {
#include "mri-q.h"
}
#include "../hand.h"

static __constant__ __align__(16) sample batch[BATCH];

__global__ void weigh(const float *__restrict__ real, const float *__restrict__ imaginary, float4 *__restrict__ samples)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < SAMPLES)
        samples[k].w = real[k] * real[k] + imaginary[k] * imaginary[k];
}

__global__ void __launch_bounds__(256)
add_batch(const float *__restrict__ x, const float *__restrict__ y, const float *__restrict__ z,
          float *__restrict__ q_real, float *__restrict__ q_imaginary)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float two_pi = 6.28318530717958647692f;
    const float vx = two_pi * x[i], vy = two_pi * y[i], vz = two_pi * z[i];
    float r = q_real[i], m = q_imaginary[i];
#pragma unroll 32
    for (int k = 0; k < BATCH; k++) {
        const float angle = batch[k].kx * vx + batch[k].ky * vy + batch[k].kz * vz;
        r += batch[k].weight * __cosf(angle);
        m += batch[k].weight * __sinf(angle);
    }
    q_real[i] = r;
    q_imaginary[i] = m;
}

extern "C" void q_matrix(const float real[SAMPLES], const float imaginary[SAMPLES], struct sample samples[SAMPLES],
                         const float x[VOXELS], const float y[VOXELS], const float z[VOXELS],
                         float q_real[VOXELS], float q_imaginary[VOXELS])
{
    static_assert(SAMPLES % BATCH == 0 && VOXELS % 256 == 0, "whole batches and blocks");
    Device<float> phi_real(real, SAMPLES), phi_imaginary(imaginary, SAMPLES);
    Device<float4> all(samples, SAMPLES);
    Device<float> vx(x, VOXELS), vy(y, VOXELS), vz(z, VOXELS), r(VOXELS), m(VOXELS);

    weigh<<<(SAMPLES + 511) / 512, 512>>>(phi_real, phi_imaginary, all);
    r.clear();
    m.clear();
    for (int first = 0; first < SAMPLES; first += BATCH) {
        CHECK(cudaMemcpyToSymbol(batch, all + first, sizeof batch, 0, cudaMemcpyDeviceToDevice));
        add_batch<<<VOXELS / 256, 256>>>(vx, vy, vz, r, m);
    }
    r.copy_to(q_real);
    m.copy_to(q_imaginary);
}
