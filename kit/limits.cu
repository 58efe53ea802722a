// What this GPU can do at most: bytes per second of a copy, multiply-adds and
// special functions per second. Prints one JSON object.
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int THREADS = 256, ROUNDS = 4096, CHAINS = 8;

template <typename Work>
static double milliseconds(Work work)
{
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    std::vector<float> times;
    for (int round = 0; round < 15; round++) {
        cudaEventRecord(start);
        work();
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        float time = 0;
        cudaEventElapsedTime(&time, start, stop);
        if (round >= 4)
            times.push_back(time);
    }
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    return times[times.size() / 2];
}

__global__ void multiply_add(float *out, float a, float b)
{
    float value[CHAINS];
    for (int c = 0; c < CHAINS; c++)
        value[c] = threadIdx.x + c;
    for (int round = 0; round < ROUNDS; round++)
#pragma unroll
        for (int c = 0; c < CHAINS; c++)
            value[c] = value[c] * a + b;
    float sum = 0;
    for (int c = 0; c < CHAINS; c++)
        sum += value[c];
    if (sum == -1)
        *out = sum;
}

__global__ void special(float *out)
{
    float value[CHAINS];
    for (int c = 0; c < CHAINS; c++)
        value[c] = threadIdx.x + c + 1;
    for (int round = 0; round < ROUNDS / 8; round++)
#pragma unroll
        for (int c = 0; c < CHAINS; c++)
            value[c] = rsqrtf(value[c]);
    float sum = 0;
    for (int c = 0; c < CHAINS; c++)
        sum += value[c];
    if (sum == -1)
        *out = sum;
}

int main()
{
    cudaDeviceProp device;
    if (cudaGetDeviceProperties(&device, 0) != cudaSuccess)
        return 1;
    const size_t bytes = size_t(1) << 30;
    char *from, *to;
    if (cudaMalloc(&from, bytes) != cudaSuccess || cudaMalloc(&to, bytes) != cudaSuccess)
        return 1;
    int driver = 0, runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    const int blocks = device.multiProcessorCount * 8;
    const double copy = milliseconds([&] { cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice); });
    const double arithmetic = milliseconds([&] { multiply_add<<<blocks, THREADS>>>((float *)to, 0.5f, 1.0f); });
    const double functions = milliseconds([&] { special<<<blocks, THREADS>>>((float *)to); });
    const double threads = double(blocks) * THREADS;
    printf("{\"gpu\": \"%s\", \"driver\": %d, \"runtime\": %d, \"bytes\": %.6g, \"flops\": %.6g, \"special\": %.6g}\n",
           device.name, driver, runtime, 2.0 * bytes / copy * 1e3, 2 * threads * ROUNDS * CHAINS / arithmetic * 1e3,
           threads * (ROUNDS / 8) * CHAINS / functions * 1e3);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
