//@ run: cpu h200
// Bins in shared memory, four bytes at a time; named casts and a constant as array length.
#include <cstdio>
#include <cstdlib>
#include <cstring>

typedef unsigned char uchar;
typedef unsigned int uint;
const int BINS = 256;

__global__ void histogram256(const uchar *data, uint *bins, size_t n)
{
    __shared__ uint local[BINS];
    for (int i = threadIdx.x; i < BINS; i += blockDim.x) local[i] = 0;
    __syncthreads();
    const uchar4 *words = reinterpret_cast<const uchar4 *>(data);
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
        uchar4 w = words[i];
        atomicAdd(&local[w.x], 1u);
        atomicAdd(&local[w.y], 1u);
        atomicAdd(&local[w.z], 1u);
        atomicAdd(local + w.w, 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        if (local[i]) atomicAdd(&bins[i], local[i]);
}

int main()
{
    const size_t n = 1 << 14;
    uchar *data = static_cast<uchar *>(malloc(n));
    for (size_t i = 0; i < n; ++i) data[i] = static_cast<uchar>((i * i >> 3) % 251);
    uchar *d_data;
    uint *d_bins, bins[BINS] = {0}, expected[BINS] = {};
    cudaMalloc(&d_data, n);
    cudaMalloc(&d_bins, sizeof(bins));
    cudaMemset(d_bins, 0, sizeof(bins));
    cudaMemcpy(d_data, data, n, cudaMemcpyHostToDevice);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    histogram256<<<12, 96, 0, stream>>>(d_data, d_bins, n);
    cudaMemcpyAsync(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (size_t i = 0; i < n; ++i) ++expected[data[i]];
    printf("%s, bin 7 has %u\n", memcmp(bins, expected, sizeof bins) == 0 ? "PASS" : "FAIL", bins[7]);
    cudaStreamDestroy(stream);
    cudaFree(d_data);
    cudaFree(d_bins);
    free(data);
    return 0;
}
