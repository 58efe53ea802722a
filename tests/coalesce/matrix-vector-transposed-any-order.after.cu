// The lecture's other matrix times vector: a column for each thread. They are few.
//@ flags: --reassociate
//@ large: 16384 16384
#include "harness.h"

__global__ void transposed_matrix_vector(float *y, const float *a, const float *x, int n, int m)
{
    // 16 threads share the loop of a column, and bring together what they have.
    __shared__ float sum_of[16][32];
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = column < m;
    float sum = 0;
    if (inside) {
#pragma unroll 8
        for (int i = threadIdx.y; i < n; i += 16)
            sum += a[i * m + column] * x[i];
        sum_of[threadIdx.y][threadIdx.x] = sum;
    }
    __syncthreads();
    inside = inside && threadIdx.y == 0;
    if (inside)
        for (int k = 1; k < 16; k++)
            sum += sum_of[k][threadIdx.x];
    if (inside)
        y[column] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = eighths((size_t)n * m, 1), *x = eighths(n, 2), *y = eighths(m, 3);
    transposed_matrix_vector<<<4 * ((m + 127) / 128), dim3(32, 16)>>>(y, a, x, n, m);
    show("y", y, m * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
