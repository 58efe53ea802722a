//@ access: 2, which word of which struct it is cannot be told before it runs
// Structs of three that are only read.
#include "harness.h"

typedef struct {
    float x, y, z;
} vector;

__global__ void lengths(float *__restrict__ length, const vector *v, int n)
{
    __shared__ vector v_tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // The structs of the block come as words, side by side.
#pragma unroll
    for (unsigned k = 0; k < 3; k++) {
        const unsigned e = k * 256 + threadIdx.x, r = e / 3, w = e % 3;
        int i = blockIdx.x * blockDim.x + r;
        if (i < n)
            ((float *)&v_tile[r])[w] = ((const float *)&v[i])[w];
    }
    __syncthreads();
    if (i < n)
        length[i] = sqrtf(v_tile[threadIdx.x].x * v_tile[threadIdx.x].x + v_tile[threadIdx.x].y * v_tile[threadIdx.x].y + v_tile[threadIdx.x].z * v_tile[threadIdx.x].z);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    vector *v = (vector *)floats(3 * (size_t)n, 1);
    float *length = floats(n, 2);
    lengths<<<(n + 255) / 256, 256>>>(length, v, n);
    show("length", length, n * sizeof(float));
    cudaFree(v);
    return 0;
}
