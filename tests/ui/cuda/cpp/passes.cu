//@ run: cpu
// nvcc reads a file twice. In functions of the device alone `__CUDA_ARCH__` has a value, as in groups of lines
// with nothing else; in those of the host the host's lines are read, and those of both are there for each.
#include <cstdio>

#if __CUDA_ARCH__ >= 700
__device__ int twice(int x)
{
    return 2 * x;
}
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *at, double value)
{
    return *at + value;
}
#endif

struct pair {
    int x, y;
    __device__ pair(int from) : x{from}, y(from)
    {
#ifdef __CUDA_ARCH__
        y = x + 1;
#endif
    }
};

__host__ __device__ int digits(int x)
{
#ifdef __CUDA_ARCH__
    return 31 - __clz(x);
#else
    int count = 0;
    while (x >>= 1)
        count++;
    return count;
#endif
}

__global__ void fill(int *a, double *sum)
{
#if __CUDA_ARCH__ >= 700
    a[threadIdx.x] = twice(pair(threadIdx.x).y) + digits(1024);
#endif
    atomicAdd(sum, 1.0);
}

int main()
{
    int *a, found[4];
    double *sum, total = 0;
    cudaMalloc(&a, sizeof found);
    cudaMalloc(&sum, sizeof total);
    cudaMemset(a, 0, sizeof found);
    cudaMemset(sum, 0, sizeof total);
    fill<<<1, 4>>>(a, sum);
    cudaMemcpy(found, a, sizeof found, cudaMemcpyDeviceToHost);
    cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
#ifdef __CUDA_ARCH__
    printf("the host has a generation\n");
#endif
    printf("%d %d %d %d, %g, %d\n", found[0], found[1], found[2], found[3], total, digits(7));
    cudaFree(a);
    cudaFree(sum);
    return 0;
}
