//@ run: processor
// Lambdas of the host, lambdas that kernels get, and algorithms.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <vector>

template <typename Function> __global__ void apply(int *a, int n, Function f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = f(a[i]);
}

int main()
{
    std::vector<int> values(50);
    std::iota(values.begin(), values.end(), 1);
    int *device;
    cudaMalloc(&device, values.size() * sizeof(int));
    auto run = [&](auto f) {
        cudaMemcpy(device, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
        apply<<<2, 32>>>(device, (int)values.size(), f);
        cudaMemcpy(values.data(), device, values.size() * sizeof(int), cudaMemcpyDeviceToHost);
    };
    const int step = 3;
    run([=] __device__(int x) { return x * step; });
    run([] __host__ __device__(int x) { return x % 7; });
    std::function<long(const std::vector<int> &)> total = [](const std::vector<int> &v) {
        return std::accumulate(v.begin(), v.end(), 0L);
    };
    std::sort(values.begin(), values.end(), std::greater<int>());
    std::printf("%d %d %ld\n", values.front(), values.back(), total(values));
    cudaFree(device);
}
