//@ run: cpu sim
// nvcc reads a file twice, so macros may be other ones for the device: kernels get the device's.
#include <algorithm>
#include <cstdio>
#include "include/sides.h"

#ifdef __CUDA_ARCH__
#define SIDE 1
#else
#define SIDE 2
#endif
#define TENS (SIDE * 10)

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define ON_DEVICE
#define COMBINE(x, y) ((x) + \
                       (y))
#else
#define COMBINE(x, y) ((x) - (y))
#endif

// What the host alone puts in the place of a function.
#ifndef __CUDA_ARCH__
#define __popc(x) (-1)
#endif

// Both passes take the same branch.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#define RECENT 1
#else
#define RECENT 0
#endif
int recent[RECENT];

// A macro beside functions of the device: the host does not have it.
#ifdef __CUDA_ARCH__
#define HAS_HALVED 1
__device__ int halved(int x) { return x / (2 * SIDE); }
#endif

#ifdef HAS_HALVED
__device__ int quartered(int x) { return halved(halved(x)); }
#endif

// What the device alone declares.
#ifdef __CUDA_ARCH__
struct device_pair {
    int x, y;
};
#endif

// Marks of functions, and heads of kernels.
#ifdef __CUDA_ARCH__
#define INLINED inline
#else
#define INLINED
#endif
#define BOTH __host__ __device__ INLINED
#define DEVICE_ALONE __device__ __forceinline__
#define KERNEL __global__ void
#define KERNEL_OF(name, type) __global__ void name(type *a, int n)
#define BOUNDS(n) __launch_bounds__(n)

BOTH int of_both() { return COMBINE(TENS, 3); }

static DEVICE_ALONE long ticks() { return clock() >= 0; }

template <class T> struct holder {
    BOTH T get() const
    {
#ifdef ON_DEVICE
        return SIDE + from_header();
#else
        return -SIDE - from_header();
#endif
    }
};

KERNEL first(int *a)
{
    device_pair pair = {SIDE, TENS};
    a[0] = pair.x;
    a[1] = pair.y;
    a[2] = COMBINE(5, 3);
    a[3] = of_both();
    a[4] = holder<int>().get();
    a[5] = __popc(7);
    a[6] = quartered(80);
    a[7] = ticks();
#if SIDE == 1
    a[8] = FROM_HEADER;
#endif
#ifdef __CUDA_ARCH__
    a[9] = __CUDA_ARCH__ >= 700;
#endif
}

KERNEL_OF(second, int)
{
    a[threadIdx.x] = n + threadIdx.x;
}

__global__ void BOUNDS(64) third(int *a)
{
    a[threadIdx.x] += 100 * SIDE;
}

int main()
{
    int *a, found[10];
    cudaMalloc(&a, sizeof found);
    first<<<1, 1>>>(a);
    cudaMemcpy(found, a, sizeof found, cudaMemcpyDeviceToHost);
    std::for_each(found, found + 10, [](int value) { printf("%d ", value); });
    second<<<1, 10>>>(a, 7);
    third<<<1, 10>>>(a);
    cudaMemcpy(found, a, sizeof found, cudaMemcpyDeviceToHost);
    printf("\n%d %d\n", found[0], found[9]);
    printf("%d %d %d %d %d %d %d\n", SIDE, TENS, COMBINE(5, 3), of_both(), holder<int>().get(), __popc(7), FROM_HEADER);
#ifdef HAS_HALVED
    printf("the host has what the device defines\n");
#endif
    cudaFree(a);
    return 0;
}
