// What is allocated by itself does not overlap, as the launch shows.
#include "harness.h"

__global__ void weigh(float *b, const float *a, const float *weights, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    for (int j = 0; j < m; j++)
        b[row * m + j] = weights[j] * a[row * m + j];
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
    weigh<<<(n + 63) / 64, 64>>>(b, a, weights, n, m);
    show("b", b, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(weights);
    cudaFree(numbers);
    return 0;
}
