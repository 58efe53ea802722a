//@ run: processor
// Streams, events and errors through checks in macros, with a launch in a macro.
#include <cassert>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#define CHECK(call)                                                                               \
    do {                                                                                          \
        cudaError_t status = (call);                                                              \
        if (status != cudaSuccess) {                                                              \
            std::cerr << __FILE__ << ":" << __LINE__ << " " << cudaGetErrorString(status) << "\n"; \
            std::exit(1);                                                                         \
        }                                                                                         \
    } while (0)
#define LAUNCH(kernel, n, stream, ...) \
    kernel<<<((n) + 255) / 256,        \
             256, 0, stream>>>(__VA_ARGS__)

__global__ void add(const int *a, const int *b, int *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(blockDim.x == 256);
    if (i < n)
        c[i] = a[i] + b[i];
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1000;
    int *a, *b, *c;
    CHECK(cudaMallocHost(&a, n * sizeof(int)));
    std::stringstream text;
    for (int i = 0; i < n; i++)
        text << i * 3 << ' ';
    for (int i = 0; i < n; i++)
        text >> a[i];
    CHECK(cudaMalloc(&b, n * sizeof(int)));
    CHECK(cudaMalloc(&c, n * sizeof(int)));
    cudaStream_t stream;
    cudaEvent_t start, stop;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaMemcpyAsync(b, a, n * sizeof(int), cudaMemcpyHostToDevice, stream));
    CHECK(cudaEventRecord(start, stream));
    LAUNCH(add, n, stream, b, b, c, n);
    CHECK(cudaEventRecord(stop, stream));
    CHECK(cudaMemcpyAsync(a, c, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    float ms = -1;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    std::cout << a[0] << " " << a[n - 1] << " " << (ms >= 0 ? "timed" : "not timed") << "\n";
    add<<<1, 2000>>>(b, b, c, n);
    std::cout << cudaGetErrorName(cudaGetLastError()) << " " << INT_MAX << "\n";
}
