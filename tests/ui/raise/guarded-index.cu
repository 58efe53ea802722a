//@ raise: c
//@ run: sim
// The guard is the bound of the loop: the launch has threads enough.
#include <stdio.h>
#include <stdlib.h>

__global__ void saxpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

int main(void)
{
    int n = 1000;
    size_t bytes = n * sizeof(float);
    float *x = (float *)malloc(bytes), *y = (float *)malloc(bytes);
    float *d_x, *d_y;
    for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = 1;
    }
    cudaMalloc((void **)&d_x, bytes);
    cudaMalloc((void **)&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, bytes, cudaMemcpyHostToDevice);
    int blocks = (n + 255) / 256;
    saxpy<<<blocks, 256>>>(d_y, d_x, 2, n);
    cudaDeviceSynchronize();
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    printf("%g %g\n", y[0], y[999]);
    cudaFree(d_x);
    cudaFree(d_y);
    return 0;
}
