// Threads for four columns each, 16 bytes at a time; rows of a multiple of four.
#include "harness.h"

enum { FOURS = 8, SHARERS = 64 };

/* What the threads of a column have, together: the first one's is the whole. */
template <class Together> __device__ float4 of_column(float4 (*part)[FOURS], float4 own, Together together)
{
    __syncthreads();
    part[threadIdx.y][threadIdx.x] = own;
    __syncthreads();
    float4 all = part[0][threadIdx.x];
    for (int k = 1; k < SHARERS; k++) {
        const float4 other = part[k][threadIdx.x];
        all = make_float4(together(all.x, other.x), together(all.y, other.y), together(all.z, other.z),
                          together(all.w, other.w));
    }
    return all;
}

__global__ void column_statistics(const float4 *__restrict__ a, float4 *__restrict__ mean,
                                  float4 *__restrict__ deviation, float4 *__restrict__ greatest, int n, int fours)
{
    __shared__ float4 part[SHARERS][FOURS];
    const int column = min((int)(blockIdx.x * FOURS + threadIdx.x), fours - 1);
    const auto add = [](float a, float b) { return a + b; };
    float4 sum = make_float4(0, 0, 0, 0), most = a[column];
#pragma unroll 4
    for (int i = threadIdx.y; i < n; i += SHARERS) {
        const float4 four = a[(size_t)i * fours + column];
        sum = make_float4(sum.x + four.x, sum.y + four.y, sum.z + four.z, sum.w + four.w);
        most = make_float4(fmaxf(most.x, four.x), fmaxf(most.y, four.y), fmaxf(most.z, four.z), fmaxf(most.w, four.w));
    }
    sum = of_column(part, sum, add);
    most = of_column(part, most, [](float a, float b) { return fmaxf(a, b); });
    const float4 average = make_float4(sum.x / n, sum.y / n, sum.z / n, sum.w / n);
    float4 squares = make_float4(0, 0, 0, 0);
#pragma unroll 4
    for (int i = threadIdx.y; i < n; i += SHARERS) {
        const float4 four = a[(size_t)i * fours + column];
        const float x = four.x - average.x, y = four.y - average.y, z = four.z - average.z, w = four.w - average.w;
        squares = make_float4(squares.x + x * x, squares.y + y * y, squares.z + z * z, squares.w + w * w);
    }
    squares = of_column(part, squares, add);
    if (threadIdx.y == 0 && blockIdx.x * FOURS + threadIdx.x < fours) {
        mean[column] = average;
        deviation[column] = make_float4(sqrtf((squares.x + 1) / n), sqrtf((squares.y + 1) / n),
                                        sqrtf((squares.z + 1) / n), sqrtf((squares.w + 1) / n));
        greatest[column] = most;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70), fours = m / 4;
    float *a = eighths(n * m, 1), *mean = eighths(m, 2), *deviation = eighths(m, 3), *greatest = eighths(m, 4);
    column_statistics<<<(fours + FOURS - 1) / FOURS, dim3(FOURS, SHARERS)>>>(
        (const float4 *)a, (float4 *)mean, (float4 *)deviation, (float4 *)greatest, n, fours);
    show_rounded("mean", mean, m);
    show_rounded("deviation", deviation, m);
    show_rounded("greatest", greatest, m);
    cudaFree(a);
    return 0;
}
