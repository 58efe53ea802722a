// 64 threads for four columns each, 16 bytes at a time; rows of a multiple of four.
#include "harness.h"

enum { FOURS = 8, SHARERS = 64 };

__global__ void transposed_matrix_vector(float4 *__restrict__ y, const float4 *__restrict__ a,
                                         const float *__restrict__ x, int n, int fours)
{
    __shared__ float4 part[SHARERS][FOURS];
    const int column = blockIdx.x * FOURS + threadIdx.x;
    float4 sum = make_float4(0, 0, 0, 0);
    if (column < fours) {
#pragma unroll 4
        for (int i = threadIdx.y; i < n; i += SHARERS) {
            const float4 four = a[(size_t)i * fours + column];
            const float by = x[i];
            sum.x += four.x * by;
            sum.y += four.y * by;
            sum.z += four.z * by;
            sum.w += four.w * by;
        }
    }
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0 && column < fours) {
        for (int k = 1; k < SHARERS; k++) {
            const float4 other = part[k][threadIdx.x];
            sum.x += other.x;
            sum.y += other.y;
            sum.z += other.z;
            sum.w += other.w;
        }
        y[column] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70), fours = m / 4;
    float *a = eighths((size_t)n * m, 1), *x = eighths(n, 2), *y = eighths(m, 3);
    transposed_matrix_vector<<<(fours + FOURS - 1) / FOURS, dim3(FOURS, SHARERS)>>>((float4 *)y, (const float4 *)a, x,
                                                                                    n, fours);
    show("y", y, m * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
