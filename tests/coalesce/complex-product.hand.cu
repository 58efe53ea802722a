// A number is one load of eight bytes.
#include "harness.h"

typedef float2 complex;

__global__ void multiply(complex *__restrict__ c, const complex *__restrict__ a, const complex *__restrict__ b, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) {
        const complex p = a[i], q = b[i];
        c[i] = make_float2(p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x);
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    complex *a, *b, *c;
    float *numbers = floats(2 * (size_t)n, 1);
    cudaMalloc((void **)&a, n * sizeof(complex));
    cudaMalloc((void **)&b, n * sizeof(complex));
    cudaMalloc((void **)&c, n * sizeof(complex));
    cudaMemcpy(a, numbers, n * sizeof(complex), cudaMemcpyDeviceToDevice);
    cudaMemcpy(b, numbers, n * sizeof(complex), cudaMemcpyDeviceToDevice);
    multiply<<<(n + 255) / 256, 256>>>(c, a, b, n);
    show("c", c, n * sizeof(complex));
    cudaFree(a);
    cudaFree(b);
    cudaFree(numbers);
    return 0;
}
