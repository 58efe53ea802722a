//@ run: processor
// An assertion in a kernel ends the kernel, and the host is told; one of the host ends the program.
#include <assert.h>
#include <stdio.h>

__global__ void up_to(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(i < n);
    a[i] = i;
}

int main()
{
    int *a, found[4];
    cudaMalloc(&a, 64 * sizeof(int));
    up_to<<<2, 32>>>(a, 64);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    up_to<<<2, 32>>>(a, 62);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaMemcpy(found, a, sizeof found, cudaMemcpyDeviceToHost)));
    cudaDeviceReset();
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    assert(a != NULL);
    return 0;
}
