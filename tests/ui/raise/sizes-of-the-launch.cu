//@ raise: c
//@ run: sim
// More or fewer threads than elements: the sizes are parameters, and the guard stays.
#include <stdio.h>

__global__ void mark(int *a, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    for (int k = 0; k < 5; k++) {
        if (i + k == 7)
            return;
        a[i] += k * (int)gridDim.x;
    }
}

int main(void)
{
    int a[64] = { 0 }, *d;
    cudaMalloc(&d, sizeof a);
    cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
    for (int blocks = 1; blocks < 4; blocks++)
        mark<<<blocks, 16>>>(d, 40);
    mark<<<1, 8>>>(d, 3);
    cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
