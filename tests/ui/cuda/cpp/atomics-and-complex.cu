//@ run: cpu sim
// Atomic functions by their newer names, those of the whole system, complex numbers, a second name of a namespace in a kernel.
#include <cstdio>
#include <vector>
#include <cooperative_groups.h>
#include <cuComplex.h>

__global__ void k(int *n, float *f, cuFloatComplex *z)
{
    namespace cg = cooperative_groups;
    cg::thread_block block = cg::this_thread_block();
    __nv_atomic_fetch_add(n, 2, __NV_ATOMIC_RELAXED);
    atomicExch_system(n + 1, 7);
    block.sync();
    if (block.thread_rank() == 0) {
        n[2] = __nv_atomic_load_n(n, __NV_ATOMIC_RELAXED);
        __nv_atomic_store_n(f, 2.5f, __NV_ATOMIC_RELEASE);
        f[1] = __nv_atomic_load_n(f, __NV_ATOMIC_ACQUIRE);
        z[1] = cuCdivf(cuCmulf(z[0], z[0]), make_cuFloatComplex(0, 2));
        f[2] = cuCabsf(z[0]);
    }
}

int main()
{
    int *n;
    float *f;
    cuFloatComplex *z;
    cudaMallocManaged(&n, 3 * sizeof(int));
    cudaMallocManaged(&f, 3 * sizeof(float));
    cudaMallocManaged(&z, 2 * sizeof *z);
    n[0] = n[1] = n[2] = 0;
    z[0] = make_cuFloatComplex(3, 4);
    k<<<1, 64>>>(n, f, z);
    cudaDeviceSynchronize();
    printf("%d %d %d %g %g %g %g %g\n", n[0], n[1], n[2], f[0], f[1], f[2], z[1].x, z[1].y);
    cudaFree(n);
    cudaFree(f);
    cudaFree(z);
}
