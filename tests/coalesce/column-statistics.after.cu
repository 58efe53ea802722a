// Mean, deviation and the greatest of each column: two loops of few threads.
//@ flags: --reassociate
#include "harness.h"

__global__ void column_statistics(const float *a, float *mean, float *deviation, float *greatest, int n, int m)
{
    // 16 threads share each loop of a column, and bring together what they have.
    __shared__ float sum_of[16][32];
    __shared__ float most_of[16][32];
    __shared__ float squares_of[16][32];
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = column < m;
    float sum = 0, most = inside ? a[column] : 0;
    if (inside) {
#pragma unroll 8
        for (int i = threadIdx.y; i < n; i += 16) {
            sum += a[i * m + column];
            most = fmaxf(most, a[i * m + column]);
        }
        sum_of[threadIdx.y][threadIdx.x] = sum;
        most_of[threadIdx.y][threadIdx.x] = most;
    }
    __syncthreads();
    if (inside) {
        sum = sum_of[0][threadIdx.x];
        most = most_of[0][threadIdx.x];
        for (int k = 1; k < 16; k++) {
            sum += sum_of[k][threadIdx.x];
            most = fmaxf(most, most_of[k][threadIdx.x]);
        }
    }
    float average = sum / n;
    float squares = 1;
    if (inside) {
        if (threadIdx.y != 0)
            squares = 0;
#pragma unroll 8
        for (int i = threadIdx.y; i < n; i += 16) {
            float difference = a[i * m + column] - average;
            squares += difference * difference;
        }
        squares_of[threadIdx.y][threadIdx.x] = squares;
    }
    __syncthreads();
    inside = inside && threadIdx.y == 0;
    if (inside)
        for (int k = 1; k < 16; k++)
            squares += squares_of[k][threadIdx.x];
    if (inside) {
        mean[column] = average;
        deviation[column] = sqrtf(squares / n);
        greatest[column] = most;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = eighths(n * m, 1), *mean = eighths(m, 2), *deviation = eighths(m, 3), *greatest = eighths(m, 4);
    column_statistics<<<8 * ((m + 255) / 256), dim3(32, 16)>>>(a, mean, deviation, greatest, n, m);
    show_rounded("mean", mean, m);
    show_rounded("deviation", deviation, m);
    show_rounded("greatest", greatest, m);
    cudaFree(a);
    return 0;
}
