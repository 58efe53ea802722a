/* A histogram of four million bytes, in shared memory with atomic updates. */
#include <stdio.h>
#define N (4 << 20)

__global__ void histogram(unsigned int *bins, const unsigned char *text)
{
    __shared__ unsigned int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[text[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

static unsigned char text[N];

int main(void)
{
    unsigned int *bins, counted[256];
    unsigned char *device_text;
    for (int i = 0; i < N; i++)
        text[i] = (unsigned char)(i * 2654435761u >> 24);
    cudaMalloc((void **)&bins, sizeof counted);
    cudaMalloc((void **)&device_text, N);
    cudaMemset(bins, 0, sizeof counted);
    cudaMemcpy(device_text, text, N, cudaMemcpyHostToDevice);
    histogram<<<64, 256>>>(bins, device_text);
    cudaMemcpy(counted, bins, sizeof counted, cudaMemcpyDeviceToHost);
    cudaFree(bins);
    cudaFree(device_text);
    unsigned int sum = 0;
    for (int k = 0; k < 256; k++)
        sum += counted[k];
    printf("%u\n", sum);
    return 0;
}
