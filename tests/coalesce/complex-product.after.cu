//@ access: 2, which bytes a vector is made of cannot be told before it runs
// Structs of two numbers: neighbours are eight bytes apart.
#include "harness.h"

typedef struct {
    float re, im;
} complex;

__global__ void multiply(complex *__restrict__ c, const complex *__restrict__ a, const complex *__restrict__ b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        union { float2 words; complex of; } a_own = { *reinterpret_cast<const float2 *>(&a[i]) };
        union { float2 words; complex of; } b_own = { *reinterpret_cast<const float2 *>(&b[i]) };
        float re = a_own.of.re * b_own.of.re - a_own.of.im * b_own.of.im;
        union { float2 words; complex of; } c_own;
        c_own.of.im = a_own.of.re * b_own.of.im + a_own.of.im * b_own.of.re;
        c_own.of.re = re;
        *reinterpret_cast<float2 *>(&c[i]) = c_own.words;
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
