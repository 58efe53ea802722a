//@ run: processor
// A trap in a kernel ends the kernel, and with it all use of the device.
#include <cstdio>
#include <string>

__global__ void trapped(int n)
{
    if (threadIdx.x == n)
        __trap();
}

int main()
{
    trapped<<<1, 32>>>(40);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    trapped<<<1, 32>>>(4);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDeviceReset();
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
