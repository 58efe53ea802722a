//@ run: cpu h200 gt200 g80
// Good and bad neighbours in pairs: in step and one word off; every word and
// every second; an array of structures and a structure of arrays.
#include <stdio.h>

#define N 256

struct point {
    float x, y, z;
};

__global__ void in_step(float *to, const float *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i];
}

__global__ void one_off(float *to, const float *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i + 1];
}

__global__ void every_second(float *to, const float *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[2 * i];
}

__global__ void structures(float *to, const struct point *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i].x + from[i].y + from[i].z;
}

__global__ void arrays(float *to, const float *x, const float *y, const float *z)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = x[i] + y[i] + z[i];
}

__global__ void wide(float4 *to, const float4 *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i];
}

__global__ void one_word(float *to, const float *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[blockIdx.x];
}

static float host[4 * N], back[4 * N];

int main(void)
{
    float *from, *to;
    for (int i = 0; i < 4 * N; i++)
        host[i] = i % 100;
    cudaMalloc((void **)&from, sizeof host);
    cudaMalloc((void **)&to, sizeof host);
    cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
    in_step<<<N / 64, 64>>>(to, from);
    one_off<<<N / 64, 64>>>(to, from);
    every_second<<<N / 64, 64>>>(to, from);
    structures<<<N / 64, 64>>>(to, (const struct point *)from);
    arrays<<<N / 64, 64>>>(to, from, from + N, from + 2 * N);
    one_word<<<N / 64, 64>>>(to, from);
    wide<<<N / 64, 64>>>((float4 *)to, (const float4 *)from);
    cudaMemcpy(back, to, sizeof back, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 4 * N; i++)
        wrong += back[i] != host[i];
    cudaFree(from);
    cudaFree(to);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
