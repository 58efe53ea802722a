//@ run: cpu sim
// A function of host and device that asks for whom it is: kernels get the device's answer.
#include <cstdio>

#define BOTH __host__ __device__

__host__ __device__ int f()
{
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 0;
#endif
}

// What a branch declares is there for the rest of the function.
BOTH int declared(int n)
{
#if !defined(__CUDA_ARCH__)
    int step = 2;
#elif __CUDA_ARCH__ >= 700
    int step = 3, more = 1;
    n += more;
#endif
    int sum = 0;
again:
    sum += step;
    if (--n > 0)
        goto again;
    return sum;
}

template <class T>
__host__ __device__ inline T scaled(T x)
{
    if (x > 0) {
#ifdef __CUDA_ARCH__
        x *= 10;
#endif
    }
    return x;
}

struct counter {
    int from;
    BOTH explicit counter(int x) : from{x}
    {
#ifdef __CUDA_ARCH__
        from += 100;
#endif
    }
    BOTH int get() const
    {
#ifdef __CUDA_ARCH__
        return -from;
#else
        return from;
#endif
    }
};

__global__ void k(int *a)
{
    a[0] = f();
    a[1] = declared(4);
    a[2] = scaled(7);
    a[3] = counter(5).get();
}

int main()
{
    int *a, found[4];
    cudaMalloc(&a, sizeof found);
    k<<<1, 1>>>(a);
    cudaMemcpy(found, a, sizeof found, cudaMemcpyDeviceToHost);
    printf("%d %d\n", found[0], f());
    printf("%d %d\n", found[1], declared(4));
    printf("%d %d\n", found[2], scaled(7));
    printf("%d %d\n", found[3], counter(5).get());
    cudaFree(a);
    return 0;
}
