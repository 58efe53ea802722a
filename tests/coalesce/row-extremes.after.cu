// The least and the greatest of a row.
#include "harness.h"

__global__ void extremes(float *low, float *high, const float *a, int n, int m)
{
    // A warp for each row, its lanes side by side.
    const int lane = threadIdx.x % 32;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row < n) {
        float least = a[row * m], greatest = a[row * m];
        for (int j = 1 + lane; j < m; j += 32) {
            float value = a[row * m + j];
            if (value < least)
                least = value;
            greatest = value > greatest ? value : greatest;
        }
        for (int offset = 16; offset > 0; offset /= 2) {
            least = fminf(least, __shfl_xor_sync(0xffffffff, least, offset));
            greatest = fmaxf(greatest, __shfl_xor_sync(0xffffffff, greatest, offset));
        }
        if (lane == 0) {
            low[row] = least;
            high[row] = greatest;
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *low = floats(n, 2), *high = floats(n, 3);
    extremes<<<32 * ((n + 63) / 64), 64>>>(low, high, a, n, m);
    show("low", low, n * sizeof(float));
    show("high", high, n * sizeof(float));
    cudaFree(a);
    return 0;
}
