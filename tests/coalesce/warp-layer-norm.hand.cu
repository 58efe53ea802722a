// A block for each row, so that few rows at a time stay in the cache.
#include "harness.h"

__device__ float of_block(float sum)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int warp = 0; warp < blockDim.x / 32; warp++)
        sum += parts[warp];
    return sum;
}

__global__ void __launch_bounds__(512) layer_norm(const float4 *__restrict__ a, float4 *__restrict__ b, int m)
{
    const float4 *from = a + blockIdx.x * (m / 4);
    float4 *to = b + blockIdx.x * (m / 4);
    float sum = 0, squares = 0;
    for (int j = threadIdx.x; j < m / 4; j += blockDim.x) {
        const float4 four = from[j];
        sum += four.x + four.y + four.z + four.w;
    }
    const float mean = of_block(sum) / m;
    for (int j = threadIdx.x; j < m / 4; j += blockDim.x) {
        const float4 four = from[j];
        const float x = four.x - mean, y = four.y - mean, z = four.z - mean, w = four.w - mean;
        squares += x * x + y * y + z * z + w * w;
    }
    const float scale = rsqrtf(of_block(squares) / m + 1e-5f);
    for (int j = threadIdx.x; j < m / 4; j += blockDim.x) {
        const float4 four = from[j];
        to[j] = make_float4((four.x - mean) * scale, (four.y - mean) * scale, (four.z - mean) * scale, (four.w - mean) * scale);
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    layer_norm<<<n, 512>>>((const float4 *)a, (float4 *)b, m);
    show_rounded("b", b, n * m);
    cudaFree(a);
    return 0;
}
