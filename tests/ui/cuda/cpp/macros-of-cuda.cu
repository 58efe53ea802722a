//@ run: processor
// What macros may bring of CUDA: shapes of launches, shared memory, `inline`; kernels by their addresses and names.
#include <algorithm>
#include <cstdio>

#define SHAPE(grid, block) <<<grid, block>>>
#define SHAPE_AND_BYTES(grid, block, bytes) <<< grid, block, bytes >>>
#define ONE_WARP <<<1, 32>>>
#define ROOM(type, name) extern __shared__ type name[]
#define SHARED __shared__
#define FAST __device__ __forceinline__

static inline FAST int last() { return 31 - threadIdx.x; }
FAST __forceinline__ int twice(int x) { return 2 * x; }

__global__ void turn(int *a)
{
    ROOM(int, room);
    room[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = room[last()];
}

__global__ void turn_again(int *a)
{
    extern SHARED int room[];
    SHARED int half[16];
    room[threadIdx.x] = a[threadIdx.x];
    half[threadIdx.x / 2] = 7;
    __syncthreads();
    a[threadIdx.x] = twice(room[last()]) + half[threadIdx.x / 2];
}

__global__ void tell() { printf("%s %s\n", __func__, __FUNCTION__); }

int main()
{
    int *a;
    cudaMallocManaged(&a, 32 * sizeof *a);
    std::generate(a, a + 32, [count = 0]() mutable { return count++; });
    turn SHAPE_AND_BYTES(1, 32, 32 * sizeof(int))(a);
    cudaDeviceSynchronize();
    printf("%d %d\n", a[0], a[31]);
    turn_again SHAPE_AND_BYTES(dim3(1, 1), 32, 128)(a);
    cudaDeviceSynchronize();
    printf("%d %d\n", a[0], a[31]);
    tell SHAPE(1, 1)();
    tell<<<1, 1>>>();
    cudaDeviceSynchronize();
    void *args[] = {&a};
    cudaLaunchKernel(reinterpret_cast<void *>(turn), dim3(1), dim3(32), args, 128, 0);
    cudaLaunchKernel((void const *)turn, dim3(1), dim3(32), args, 128, 0);
    cudaLaunchKernel(static_cast<const void *>((void *)turn), dim3(1), dim3(32), args, 128, 0);
    const void *kept = reinterpret_cast<const void *>(&turn_again);
    printf("%d\n", cudaLaunchKernel(kept, dim3(1), dim3(32), args, 128, 0));
    cudaDeviceSynchronize();
    printf("%d %d\n", a[0], a[31]);
    cudaFree(a);
    return 0;
}
