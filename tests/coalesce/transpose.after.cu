// The best known of all naive kernels: rows become columns, and one of them is strided.
#include "harness.h"

__global__ void transpose(float *odata, const float *idata, int width, int height)
{
    __shared__ float odata_tile[16][17];
#pragma unroll
    for (unsigned k = 0; k < 16; k += 4) {
        const unsigned r = threadIdx.y + k;
        int x = blockIdx.x * blockDim.x + threadIdx.x;
        int y = blockIdx.y * 16 + r;
        if (x < width && y < height) {
            odata_tile[r][threadIdx.x] = idata[x + width * y];
        }
    }
    __syncthreads();
    // Threads trade places: neighbours write side by side.
#pragma unroll
    for (unsigned k = 0; k < 16; k += 4) {
        const unsigned r = threadIdx.y + k;
        int x = blockIdx.x * blockDim.x + r;
        int y = blockIdx.y * 16 + threadIdx.x;
        int to = y + height * x;
        if (x < width && y < height)
            odata[to] = odata_tile[threadIdx.x][r];
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    dim3 threads(16, 16);
    dim3 grid((m + threads.x - 1) / threads.x, (n + threads.y - 1) / threads.y);
    transpose<<<grid, dim3(16, 4)>>>(b, a, m, n);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
