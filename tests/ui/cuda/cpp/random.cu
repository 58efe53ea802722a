//@ run: cpu
// <random> on the host; a histogram with atomics and dynamic shared memory.
#include <array>
#include <iomanip>
#include <iostream>
#include <random>
#include <vector>

__global__ void histogram(const unsigned *values, int n, unsigned *bins, int count)
{
    extern __shared__ unsigned mine[];
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        mine[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&mine[values[i] % count], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        atomicAdd(&bins[i], mine[i]);
}

int main()
{
    constexpr int bins = 8;
    std::mt19937 engine(42);
    std::vector<unsigned> values(5000);
    for (auto &value : values)
        value = engine();
    std::array<unsigned, bins> counts{}, expected{};
    for (auto value : values)
        expected[value % bins]++;
    unsigned *device_values, *device_bins;
    cudaMalloc(&device_values, values.size() * sizeof(unsigned));
    cudaMalloc(&device_bins, sizeof counts);
    cudaMemcpy(device_values, values.data(), values.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
    cudaMemset(device_bins, 0, sizeof counts);
    dim3 grid(3), block{96};
    histogram << <grid, block, bins * sizeof(unsigned)>> >(device_values, (int)values.size(), device_bins, bins);
    cudaMemcpy(counts.data(), device_bins, sizeof counts, cudaMemcpyDeviceToHost);
    for (auto count : counts)
        std::cout << std::setw(5) << count;
    std::cout << (counts == expected ? " same" : " different") << "\n";
    cudaError error = cudaGetLastError();
    std::cout << cudaGetErrorName(error) << "\n";
}
