//@ run: processor sim
// Kernels with cooperative groups, and with types that only a launch names, are read.
#include <chrono>
#include <cooperative_groups.h>
#include <iostream>
namespace cg = cooperative_groups;

struct doubled {
    __device__ int operator()(int x) const { return 2 * x; }
};

__device__ int sum(const cg::thread_block_tile<16> &tile, int value)
{
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
        value += tile.shfl_down(value, offset);
    return value;
}

__global__ void turned(const int *a, int *sums, int *odd)
{
    __shared__ int s[64];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    s[block.thread_rank()] = a[block.thread_rank()];
    cg::sync(block);
    int value = s[63 - block.thread_rank()];
    value = sum(tile, value);
    if (tile.thread_rank() == 0 and not (value < 0))
        sums[block.thread_rank() / 16] = value;
    if (block.thread_rank() % 2 == 1) {
        cg::coalesced_group active = cg::coalesced_threads();
        if (active.thread_rank() == 0)
            atomicAdd(odd, (int)active.size());
    }
}

template <typename F> __global__ void map(int *a, int n)
{
    F f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = f(a[i]);
}

int main()
{
    auto start = std::chrono::steady_clock::now();
    int *a, *sums, *odd, host[64], back[5];
    for (int i = 0; i < 64; i++)
        host[i] = i;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&sums, 4 * sizeof(int));
    cudaMalloc(&odd, sizeof(int));
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(odd, 0, sizeof(int));
    turned<<<1, 64>>>(a, sums, odd);
    map<doubled><<<2, 32>>>(a, 64);
    cudaMemcpy(back, sums, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(back + 4, odd, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int value : back)
        std::cout << value << " ";
    std::cout << host[63] << "\n";
    cudaFree(a), cudaFree(sums), cudaFree(odd);
    return std::chrono::steady_clock::now() < start;
}
