//@ run: cpu sim
// Blocks rounded up by `ceil`: `dim3` takes a number and cuts it off.
#include <math.h>
#include <stdio.h>

__global__ void count(int *sum)
{
    atomicAdd(sum, 1);
}

int main()
{
    int n = 1000, *sum, found = 0;
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    count<<<ceil(n / 256.0), 32.5f, 64.0>>>(sum);
    dim3 blocks(ceil(n / 512.0));
    count<<<blocks, 32>>>(sum);
    cudaMemcpy(&found, sum, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", found);
    cudaFree(sum);
    return 0;
}
