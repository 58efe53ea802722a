//@ run: cpu sim
// Where inline PTX has another branch beside it, that is read; only the innermost condition is, and not the host's side.
#include <algorithm>
#include <cstdio>

__device__ unsigned sum_of_warp(unsigned x)
{
#if __CUDA_ARCH__ >= 800
    unsigned sum;
    asm("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(x));
    return sum;
#elif __CUDA_ARCH__ >= 300
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_xor_sync(0xffffffff, x, step);
    return x;
#else
    return 0;
#endif
}

__global__ void k(unsigned *a)
{
#ifdef __CUDA_ARCH__
    unsigned sum = sum_of_warp(threadIdx.x);
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#else
    sum += 1000;
#endif
    a[threadIdx.x] = sum;
#else
    a[threadIdx.x] = 1;
#endif
// No generation that is left takes this.
#if __CUDA_ARCH__ < 300
    asm volatile("bar.arrive 1, 32;");
#else
    a[threadIdx.x] += 20000;
#endif
}

int main()
{
    unsigned *a, found[32];
    cudaMalloc(&a, sizeof found);
    k<<<1, 32>>>(a);
    cudaMemcpy(found, a, sizeof found, cudaMemcpyDeviceToHost);
    std::for_each(found + 30, found + 32, [](unsigned value) { printf("%u ", value); });
    printf("\n");
    cudaFree(a);
    return 0;
}
