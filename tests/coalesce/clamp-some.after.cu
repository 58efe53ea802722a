// Only some elements are written, and counted.
#include "harness.h"

__global__ void clamp(float *a, int *count, int n, int m)
{
    // A warp for each row, its lanes side by side.
    const int lane = threadIdx.x % 32;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= n)
        return;
    int clamped = 0;
    for (int j = lane; j < m; j += 32) {
        if (a[row * m + j] > 5) {
            a[row * m + j] = 5;
            clamped++;
        }
    }
    for (int offset = 16; offset > 0; offset /= 2)
        clamped += __shfl_xor_sync(0xffffffff, clamped, offset);
    if (lane == 0)
        count[row] = clamped;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    int *count = ints(n, 2);
    clamp<<<32 * ((n + 63) / 64), 64>>>(a, count, n, m);
    show("a", a, n * m * sizeof(float));
    show("count", count, n * sizeof(int));
    return 0;
}
