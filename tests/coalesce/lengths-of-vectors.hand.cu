// Four vectors for each thread, as three times 16 bytes.
#include "harness.h"

__global__ void lengths(float *__restrict__ length, const float *__restrict__ v, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n / 4)
        return;
    const float4 a = ((const float4 *)v)[3 * (size_t)i], b = ((const float4 *)v)[3 * (size_t)i + 1],
                 c = ((const float4 *)v)[3 * (size_t)i + 2];
    ((float4 *)length)[i] = make_float4(sqrtf(a.x * a.x + a.y * a.y + a.z * a.z), sqrtf(a.w * a.w + b.x * b.x + b.y * b.y),
                                        sqrtf(b.z * b.z + b.w * b.w + c.x * c.x), sqrtf(c.y * c.y + c.z * c.z + c.w * c.w));
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    float *v = floats(3 * (size_t)n, 1), *length = floats(n, 2);
    lengths<<<(n / 4 + 255) / 256, 256>>>(length, v, n);
    show("length", length, n * sizeof(float));
    cudaFree(v);
    return 0;
}
