// A block for each row, which stays in registers; rows of a multiple of four, and of at
// most 12288 columns.
#include "harness.h"

enum { THREADS = 512, FOURS = 6 };

__device__ float of_block(float value, bool adds)
{
    __shared__ float parts[2][THREADS / 32];
    for (int offset = 16; offset > 0; offset /= 2) {
        const float other = __shfl_xor_sync(0xffffffff, value, offset);
        value = adds ? value + other : fmaxf(value, other);
    }
    if (threadIdx.x % 32 == 0)
        parts[adds][threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[adds][0];
    for (int warp = 1; warp < THREADS / 32; warp++)
        value = adds ? value + parts[adds][warp] : fmaxf(value, parts[adds][warp]);
    return value;
}

__global__ void __launch_bounds__(THREADS) softmax(const float4 *__restrict__ a, float4 *__restrict__ b, int m)
{
    const float4 *from = a + (size_t)blockIdx.x * m;
    float4 *to = b + (size_t)blockIdx.x * m;
    float4 row[FOURS];
    float greatest = -1e30f, sum = 0;
#pragma unroll
    for (int k = 0; k < FOURS; k++) {
        const int j = k * THREADS + threadIdx.x;
        row[k] = j < m ? from[j] : make_float4(-1e30f, -1e30f, -1e30f, -1e30f);
        greatest = fmaxf(greatest, fmaxf(fmaxf(row[k].x, row[k].y), fmaxf(row[k].z, row[k].w)));
    }
    greatest = of_block(greatest, false);
#pragma unroll
    for (int k = 0; k < FOURS; k++) {
        row[k] = make_float4(expf(row[k].x - greatest), expf(row[k].y - greatest), expf(row[k].z - greatest),
                             expf(row[k].w - greatest));
        sum += (row[k].x + row[k].y) + (row[k].z + row[k].w);
    }
    sum = of_block(sum, true);
#pragma unroll
    for (int k = 0; k < FOURS; k++) {
        const int j = k * THREADS + threadIdx.x;
        if (j < m)
            to[j] = make_float4(row[k].x / sum, row[k].y / sum, row[k].z / sum, row[k].w / sum);
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    softmax<<<n, THREADS>>>((const float4 *)a, (float4 *)b, m / 4);
    show_rounded("b", b, n * m);
    cudaFree(a);
    return 0;
}
