// A warp for each row, 16 bytes at a time; rows of a multiple of four.
#include "harness.h"

__global__ void clamp(float4 *a, int *count, int n, int m)
{
    const int row = blockIdx.x * 8 + threadIdx.y;
    if (row >= n)
        return;
    int clamped = 0;
#pragma unroll 4
    for (int j = threadIdx.x; j < m / 4; j += 32) {
        float4 four = a[row * (m / 4) + j];
        const int above = (four.x > 5) + (four.y > 5) + (four.z > 5) + (four.w > 5);
        if (above > 0)
            a[row * (m / 4) + j] = make_float4(fminf(four.x, 5), fminf(four.y, 5), fminf(four.z, 5), fminf(four.w, 5));
        clamped += above;
    }
    clamped = __reduce_add_sync(0xffffffff, clamped);
    if (threadIdx.x == 0)
        count[row] = clamped;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    int *count = ints(n, 2);
    clamp<<<(n + 7) / 8, dim3(32, 8)>>>((float4 *)a, count, n, m);
    show("a", a, n * m * sizeof(float));
    show("count", count, n * sizeof(int));
    return 0;
}
