//@ run: cpu sim
// What may stand in the head of a kernel, and what its body defines for the lines behind it.
#include <algorithm>
#include <cstdio>

#define WIDE 1
#define ATTRIBUTE(x) __attribute__((x))

__global__ void
#ifdef WIDE
first(int *a, long n)
#else
first(int *a, int n)
#endif
{
#define LANES 16
    __shared__ int room[LANES];
    room[threadIdx.x % LANES] = n;
    __syncthreads();
    a[threadIdx.x] = room[threadIdx.x % LANES] + sizeof n;
}

__global__ void ATTRIBUTE(noinline) second(int *a)
{
    a[threadIdx.x] += blockDim.x;
}

extern "C" __global__ void __launch_bounds__(LANES, 2) third(int *__restrict__ a, float = 1)
{
    a[threadIdx.x] += 100 * threadIdx.x;
}

int main()
{
    int *a, found[LANES];
    cudaMalloc(&a, sizeof found);
    first<<<1, LANES>>>(a, 5);
    second<<<1, LANES>>>(a);
    third<<<1, LANES>>>(a);
    cudaMemcpy(found, a, sizeof found, cudaMemcpyDeviceToHost);
    std::for_each(found + 14, found + 16, [](int value) { printf("%d ", value); });
    printf("\n");
    cudaFree(a);
    return 0;
}
