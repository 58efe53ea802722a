//@ run: processor
// Blocks that wait for each other, lanes that ask who is there, threads that wait for a value.
#include <cooperative_groups.h>
#include <iostream>
#include <vector>
namespace cg = cooperative_groups;

__global__ void turn(int *a, int *b, int rounds)
{
    __shared__ int last;
    cg::grid_group grid = cg::this_grid();
    int n = (int)grid.size(), i = (int)grid.thread_rank();
    for (int round = 0; round < rounds; round++) {
        b[(i + 1) % n] = a[i];
        grid.sync();
        a[i] = b[i];
        if (threadIdx.x == 0)
            last = blockIdx.x;
        grid.sync();
    }
    if (threadIdx.x == 0)
        a[i] += 1000 * last;
}

/* Even lanes count themselves with one update for all of them. */
__global__ void count(int *sum, unsigned *masks)
{
    if (threadIdx.x % 2 == 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        if (active.thread_rank() == 0)
            atomicAdd(sum, (int)active.size());
        masks[threadIdx.x] = 0;
    } else if (threadIdx.x < 8) {
        masks[threadIdx.x] = __activemask();
    }
}

/* The first thread waits for the last one. */
__global__ void wait(int *flag)
{
    if (threadIdx.x == 0) {
        while (atomicAdd(flag, 0) == 0)
            ;
        *flag = 5;
    } else if (threadIdx.x == blockDim.x - 1) {
        atomicExch(flag, 1);
    }
}

int main()
{
    const int blocks = 6, threads = 32, n = blocks * threads;
    int *a, *b, rounds = 40, *sum;
    unsigned *masks;
    cudaMallocManaged(&a, n * sizeof(int));
    cudaMallocManaged(&b, n * sizeof(int));
    cudaMallocManaged(&sum, sizeof(int));
    cudaMallocManaged(&masks, 64 * sizeof(int));
    for (int i = 0; i < n; i++)
        a[i] = i;
    void *args[] = {&a, &b, &rounds};
    std::cout << cudaLaunchCooperativeKernel((void *)turn, blocks, threads, args) << "\n";
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i += threads)
        std::cout << a[i] << " ";
    std::cout << "\n" << cudaGetErrorName(cudaLaunchCooperativeKernel((void *)turn, 100000, 1024, args)) << "\n";
    cudaGetLastError();
    *sum = 0;
    count<<<1, 64>>>(sum, masks);
    cudaDeviceSynchronize();
    std::cout << *sum << std::hex << " " << masks[1] << " " << masks[7] << std::dec << "\n";
    *sum = 0;
    wait<<<1, 96>>>(sum);
    cudaDeviceSynchronize();
    std::cout << *sum << "\n";
    return 0;
}
