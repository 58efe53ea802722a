// The same sum by CUB's DeviceReduce.
#include <cstdio>
#include <cstdlib>

#include <cub/cub.cuh>

int main()
{
    const int n = 1 << 28;
    const size_t bytes = n * sizeof(float);
    float *host = (float *)malloc(bytes), *device, *result, sum = 0;
    unsigned seed = 5;

    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        host[i] = (float)(seed >> 29) - 3.5f;
    }
    cudaMalloc(&device, bytes);
    cudaMalloc(&result, sizeof *result);
    cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
    void *scratch = nullptr;
    size_t scratch_bytes = 0;
    cub::DeviceReduce::Sum(scratch, scratch_bytes, device, result, n);
    cudaMalloc(&scratch, scratch_bytes);
    cub::DeviceReduce::Sum(scratch, scratch_bytes, device, result, n);
    if (cudaMemcpy(&sum, result, sizeof sum, cudaMemcpyDeviceToHost) != cudaSuccess)
        return EXIT_FAILURE;
    printf("%.1f\n", (double)sum);
    return 0;
}
