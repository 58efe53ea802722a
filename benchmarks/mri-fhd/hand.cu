// One voxel per thread, its sums in registers; the samples come in batches
// through constant memory.
extern "C" {
#include "mri-fhd.h"
}
#include "../hand.h"

static __constant__ sample batch[BATCH];

__global__ void multiply(const float4 *__restrict__ measured, sample *__restrict__ samples)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= SAMPLES)
        return;
    // phi in x and y, d in z and w
    const float4 m = measured[k];
    samples[k].real = m.x * m.z + m.y * m.w;
    samples[k].imaginary = m.x * m.w - m.y * m.z;
}

__global__ void __launch_bounds__(256)
add_batch(const float *__restrict__ x, const float *__restrict__ y, const float *__restrict__ z,
          float *__restrict__ real, float *__restrict__ imaginary)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float two_pi = 6.28318530717958647692f;
    const float vx = two_pi * x[i], vy = two_pi * y[i], vz = two_pi * z[i];
    float r = real[i], m = imaginary[i];
#pragma unroll 32
    for (int k = 0; k < BATCH; k++) {
        const float angle = batch[k].kx * vx + batch[k].ky * vy + batch[k].kz * vz;
        const float c = __cosf(angle), s = __sinf(angle);
        r += batch[k].real * c - batch[k].imaginary * s;
        m += batch[k].imaginary * c + batch[k].real * s;
    }
    real[i] = r;
    imaginary[i] = m;
}

extern "C" void fh_d(const struct measurement measured[SAMPLES], struct sample samples[SAMPLES],
                     const float x[VOXELS], const float y[VOXELS], const float z[VOXELS],
                     float real[VOXELS], float imaginary[VOXELS])
{
    static_assert(SAMPLES % BATCH == 0 && VOXELS % 256 == 0, "whole batches and blocks");
    Device<float4> m(measured, SAMPLES);
    Device<sample> all(samples, SAMPLES);
    Device<float> vx(x, VOXELS), vy(y, VOXELS), vz(z, VOXELS), r(VOXELS), i(VOXELS);

    multiply<<<(SAMPLES + 511) / 512, 512>>>(m, all);
    r.clear();
    i.clear();
    for (int first = 0; first < SAMPLES; first += BATCH) {
        CHECK(cudaMemcpyToSymbol(batch, all + first, sizeof batch, 0, cudaMemcpyDeviceToDevice));
        add_batch<<<VOXELS / 256, 256>>>(vx, vy, vz, r, i);
    }
    r.copy_to(real);
    i.copy_to(imaginary);
}
