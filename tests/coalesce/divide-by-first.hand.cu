// A block for each row, 16 bytes at a time; rows of a multiple of four.
#include "harness.h"

__global__ void divide(float4 *a, int m)
{
    float4 *row = a + blockIdx.x * (m / 4);
    const float first = row[0].x;
    __syncthreads();
#pragma unroll 4
    for (int j = threadIdx.x; j < m / 4; j += 512) {
        const float4 four = row[j];
        row[j] = make_float4(four.x / first, four.y / first, four.z / first, four.w / first);
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    divide<<<n, 512>>>((float4 *)a, m);
    show("a", a, n * m * sizeof(float));
    return 0;
}
