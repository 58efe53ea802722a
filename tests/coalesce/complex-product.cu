//@ access: 2, which bytes a vector is made of cannot be told before it runs
// Structs of two numbers: neighbours are eight bytes apart.
#include "harness.h"

typedef struct {
    float re, im;
} complex;

__global__ void multiply(complex *c, const complex *a, const complex *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float re = a[i].re * b[i].re - a[i].im * b[i].im;
        c[i].im = a[i].re * b[i].im + a[i].im * b[i].re;
        c[i].re = re;
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
