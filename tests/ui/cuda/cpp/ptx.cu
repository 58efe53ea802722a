//@ run: processor
// PTX that has an equal in C++ is said in it; what is not compiled may be anything.
#include <iostream>

__device__ unsigned lane()
{
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

__global__ void k(unsigned *out, float *roots)
{
    unsigned before, highest, i = threadIdx.x;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
    asm("bfind.u32 %0, %1;" : "=r"(highest) : "r"(i + 1));
#ifdef __CUDA_ARCH__
    asm volatile("nanosleep.u32 %0;" ::"r"(10));
#else
    // Threads here need no rest.
#endif
    out[i] = lane() + 100 * __popc(before) + 10000 * highest;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(roots[i]) : "f"((float)(i + 1)));
}

int main()
{
    unsigned *out;
    float *roots;
    cudaMallocManaged(&out, 64 * sizeof(unsigned));
    cudaMallocManaged(&roots, 64 * sizeof(float));
    k<<<1, 64>>>(out, roots);
    cudaDeviceSynchronize();
    std::cout << out[0] << " " << out[5] << " " << out[40] << " " << roots[3] << "\n";
    return 0;
}
