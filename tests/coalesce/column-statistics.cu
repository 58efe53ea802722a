// Mean, deviation and the greatest of each column: two loops of few threads.
//@ flags: --reassociate
#include "harness.h"

__global__ void column_statistics(const float *a, float *mean, float *deviation, float *greatest, int n, int m)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= m)
        return;
    float sum = 0, most = a[column];
    for (int i = 0; i < n; i++) {
        sum += a[i * m + column];
        most = fmaxf(most, a[i * m + column]);
    }
    float average = sum / n;
    float squares = 1;
    for (int i = 0; i < n; ++i) {
        float difference = a[i * m + column] - average;
        squares += difference * difference;
    }
    mean[column] = average;
    deviation[column] = sqrtf(squares / n);
    greatest[column] = most;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = eighths(n * m, 1), *mean = eighths(m, 2), *deviation = eighths(m, 3), *greatest = eighths(m, 4);
    column_statistics<<<(m + 255) / 256, 256>>>(a, mean, deviation, greatest, n, m);
    show_rounded("mean", mean, m);
    show_rounded("deviation", deviation, m);
    show_rounded("greatest", greatest, m);
    cudaFree(a);
    return 0;
}
