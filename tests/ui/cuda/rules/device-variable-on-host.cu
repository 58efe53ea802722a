// The host copies variables of the device; it does not read them.
#include <stdio.h>
__device__ int counter;
__constant__ float weights[4];
__global__ void k(void) { counter += (int)weights[0]; }
int main(void)
{
    int value = 0;
    float host[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(weights, host, sizeof(weights));
    k<<<1, 1>>>();
    cudaMemcpyFromSymbol(&value, counter, sizeof(int));
    printf("%d\n", counter); //~ W1160 `counter` is a variable of the device
    printf("%f\n", weights[1]); //~ W1160 `weights` is a variable of the device
    counter = 3; //~ W1160 `counter` is a variable of the device
    return value;
}
