// Tiles of 32 by 32 elements, four for each thread.
#include "harness.h"

enum { SIDE = 32, ROWS = 8 };

__global__ void transpose(float *__restrict__ odata, const float *__restrict__ idata, int width, int height)
{
    __shared__ float tile[SIDE][SIDE + 1];
    int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
#pragma unroll
    for (int k = 0; k < SIDE; k += ROWS)
        if (x < width && y + k < height)
            tile[threadIdx.y + k][threadIdx.x] = idata[(y + k) * width + x];
    __syncthreads();
    x = blockIdx.y * SIDE + threadIdx.x;
    y = blockIdx.x * SIDE + threadIdx.y;
#pragma unroll
    for (int k = 0; k < SIDE; k += ROWS)
        if (x < height && y + k < width)
            odata[(y + k) * height + x] = tile[threadIdx.x][threadIdx.y + k];
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    transpose<<<dim3((m + SIDE - 1) / SIDE, (n + SIDE - 1) / SIDE), dim3(SIDE, ROWS)>>>(b, a, m, n);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
