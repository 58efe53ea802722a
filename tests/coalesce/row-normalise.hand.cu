// Rows through tiles for the sum, in order; then four columns for each thread.
#include "harness.h"
#include "hand.h"

__global__ void factors_of_rows(const float *a, float *factors, int n, int m)
{
    __shared__ Ring<float> ring;
    const int row = blockIdx.x * ROWS + threadIdx.x;
    float sum = 0;
    read_rows(ring, a, n, m, 0, m, [&](int, float value) { sum += value * value; });
    if (threadIdx.y == 0 && row < n)
        factors[row] = 1 / sqrtf(sum + 1);
}

__global__ void scale(const float4 *__restrict__ a, const float *__restrict__ factors, float4 *__restrict__ b, int m)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) {
        const float4 four = a[(size_t)blockIdx.y * m + j];
        const float by = factors[blockIdx.y];
        b[(size_t)blockIdx.y * m + j] = make_float4(four.x * by, four.y * by, four.z * by, four.w * by);
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2), *factors;
    cudaMalloc((void **)&factors, n * sizeof(float));
    factors_of_rows<<<blocks_of(n), helpers()>>>(a, factors, n, m);
    scale<<<dim3((m / 4 + 255) / 256, n), 256>>>((const float4 *)a, factors, (float4 *)b, m / 4);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
