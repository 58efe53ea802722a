// The same counts by CUB's DeviceHistogram.
#include <cstdio>
#include <cstdlib>

#include <cub/cub.cuh>

int main()
{
    const int n = 1 << 28;
    unsigned char *host = (unsigned char *)malloc(n), *data;
    unsigned counts[256], *hist, seed = 5;

    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        host[i] = (seed >> 24) & (seed >> 16);
    }
    cudaMalloc(&data, n);
    cudaMalloc(&hist, sizeof counts);
    cudaMemcpy(data, host, n, cudaMemcpyHostToDevice);
    void *scratch = nullptr;
    size_t scratch_bytes = 0;
    cub::DeviceHistogram::HistogramEven(scratch, scratch_bytes, data, hist, 257, 0, 256, n);
    cudaMalloc(&scratch, scratch_bytes);
    cub::DeviceHistogram::HistogramEven(scratch, scratch_bytes, data, hist, 257, 0, 256, n);
    if (cudaMemcpy(counts, hist, sizeof counts, cudaMemcpyDeviceToHost) != cudaSuccess)
        return EXIT_FAILURE;
    for (int k = 0; k < 256; k += 5)
        printf("%.3f\n", 1000 * counts[k] / (double)n);
    return 0;
}
