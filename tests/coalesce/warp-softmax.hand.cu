// A block for each row, so that few rows at a time stay in the cache.
#include "harness.h"

__device__ float of_block(float value, bool adds)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2) {
        const float other = __shfl_xor_sync(0xffffffff, value, offset);
        value = adds ? value + other : fmaxf(value, other);
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[0];
    for (int warp = 1; warp < blockDim.x / 32; warp++)
        value = adds ? value + parts[warp] : fmaxf(value, parts[warp]);
    return value;
}

__global__ void __launch_bounds__(1024) softmax(const float *__restrict__ a, float *__restrict__ b, int m)
{
    const float *from = a + blockIdx.x * m;
    float *to = b + blockIdx.x * m;
    float greatest = -1e30f, sum = 0;
    for (int j = threadIdx.x; j < m; j += blockDim.x)
        greatest = fmaxf(greatest, from[j]);
    greatest = of_block(greatest, false);
    for (int j = threadIdx.x; j < m; j += blockDim.x)
        sum += expf(from[j] - greatest);
    sum = of_block(sum, true);
    for (int j = threadIdx.x; j < m; j += blockDim.x)
        to[j] = expf(from[j] - greatest) / sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    softmax<<<n, 1024>>>(a, b, m);
    show_rounded("b", b, n * m);
    cudaFree(a);
    return 0;
}
