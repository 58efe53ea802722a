//@ run: cpu
// A static variable of a function on the device keeps its value from launch to launch; all threads have the same one.
#include <stdio.h>
__device__ int twice(int i)
{
    static int seen[8];
    seen[i] += i;
    return seen[i];
}
__global__ void count(int *out)
{
    static int calls = 5;
    static const int powers[4] = { 1, 10, 100, 1000 };
    if (threadIdx.x == 0)
        calls++;
    __syncthreads();
    out[threadIdx.x] = powers[threadIdx.x & 3] + calls + twice(threadIdx.x);
}
int main()
{
    int *d, h[8];
    cudaMalloc(&d, sizeof h);
    for (int r = 0; r < 2; r++) {
        count<<<1, 8>>>(d);
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 8; i++)
            printf("%d ", h[i]);
        printf("\n");
    }
    cudaFree(d);
    return 0;
}
