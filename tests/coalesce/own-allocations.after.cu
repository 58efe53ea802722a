// What is allocated by itself does not overlap, as the launch shows.
#include "harness.h"

__global__ void weigh(float *__restrict__ b, const float *__restrict__ a, const float *__restrict__ weights, int n, int m)
{
    // 16 blocks for each row, their threads side by side.
    int row = blockIdx.x / 16;
    if (row >= n)
        return;
    // Four columns at a time: their loads are under way together.
    for (int first = 4 * blockDim.x * (blockIdx.x % 16) + threadIdx.x; first < m; first += 64 * blockDim.x) {
        float weights_next[4];
        float a_next[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int j = first + k * blockDim.x;
            if (j < m) {
                weights_next[k] = weights[j];
                a_next[k] = a[row * m + j];
            }
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int j = first + k * blockDim.x;
            if (j < m)
                b[row * m + j] = weights_next[k] * a_next[k];
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *numbers = floats(n * m, 1), *a, *b, *weights;
    cudaMalloc((void **)&a, n * m * sizeof(float));
    cudaMalloc((void **)&b, n * m * sizeof(float));
    cudaMalloc((void **)&weights, m * sizeof(float));
    cudaMemcpy(a, numbers, n * m * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaMemcpy(weights, numbers, m * sizeof(float), cudaMemcpyDeviceToDevice);
    weigh<<<1024 * ((n + 63) / 64), 64>>>(b, a, weights, n, m);
    show("b", b, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(weights);
    cudaFree(numbers);
    return 0;
}
