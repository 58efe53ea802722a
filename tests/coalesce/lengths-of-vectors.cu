//@ access: 2, which word of which struct it is cannot be told before it runs
// Structs of three that are only read.
#include "harness.h"

typedef struct {
    float x, y, z;
} vector;

__global__ void lengths(float *__restrict__ length, const vector *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        length[i] = sqrtf(v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    vector *v = (vector *)floats(3 * (size_t)n, 1);
    float *length = floats(n, 2);
    lengths<<<(n + 255) / 256, 256>>>(length, v, n);
    show("length", length, n * sizeof(float));
    cudaFree(v);
    return 0;
}
