//@ run: cpu h200
// A sort whose exchange takes references; the type is told from the arguments.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

template <typename T>
__device__ inline void compareSwap(T &a, T &b, bool up)
{
    if ((a > b) == up) {
        T t = a;
        a = b;
        b = t;
    }
}

__global__ void bitonicShared(float *keys)
{
    __shared__ float s[512];
    const unsigned t = threadIdx.x, base = blockIdx.x * 512;
    s[t] = keys[base + t];
    s[t + 256] = keys[base + t + 256];
    for (unsigned size = 2; size < 512; size <<= 1) {
        bool up = (t & (size / 2)) == 0;
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned pos = 2 * t - (t & (stride - 1));
            compareSwap(s[pos], s[pos + stride], up);
        }
    }
    bool up = (blockIdx.x & 1) == 0;
    for (unsigned stride = 256; stride > 0; stride >>= 1) {
        __syncthreads();
        unsigned pos = 2 * t - (t & (stride - 1));
        compareSwap(s[pos], s[pos + stride], up);
    }
    __syncthreads();
    keys[base + t] = s[t];
    keys[base + t + 256] = s[t + 256];
}

__global__ void bitonicStep(float *keys, int j, int k)
{
    unsigned int i = threadIdx.x + blockDim.x * blockIdx.x, ixj = i ^ j;
    if (ixj > i) compareSwap<float>(keys[i], keys[ixj], (i & k) == 0);
}

int main()
{
    const int n = 2048;
    static float values[n];
    for (int i = 0; i < n; ++i) values[i] = (float)rand() / (float)RAND_MAX;
    float *dev_values;
    size_t size = n * sizeof(float);
    cudaMalloc((void **)&dev_values, size);
    cudaMemcpy(dev_values, values, size, cudaMemcpyHostToDevice);
    dim3 blocks(n / 256, 1);
    dim3 threads(256, 1);
    bitonicShared<<<n / 512, 256>>>(dev_values);
    for (int k = 1024; k <= n; k <<= 1)
        for (int j = k >> 1; j > 0; j = j >> 1)
            bitonicStep<<<blocks, threads>>>(dev_values, j, k);
    cudaMemcpy(values, dev_values, size, cudaMemcpyDeviceToHost);
    cudaFree(dev_values);
    int sorted = 1;
    for (int i = 1; i < n; i++) sorted &= values[i - 1] <= values[i];
    puts(sorted ? "sorted" : "NOT sorted");
    return !sorted;
}
