//@ run: cpu h200 g80
// Strides of 1, 2, 8, 32 and 33 words over the banks of shared memory, one word
// for all, and accesses of 8 and 16 bytes.
#include <stdio.h>

__global__ void strides(int *out)
{
    __shared__ int words[32 * 33];
    int t = threadIdx.x;
    for (int i = t; i < 32 * 33; i += 32)
        words[i] = i;
    __syncthreads();
    out[t] = words[t] + words[2 * t] + words[8 * t] + words[32 * t] + words[33 * t] + words[5];
}

__global__ void wide(int *out)
{
    __shared__ int4 quads[64];
    int t = threadIdx.x;
    quads[t] = make_int4(t, t, t, t);
    quads[t + 32] = make_int4(1, 2, 3, 4);
    __syncthreads();
    int2 pair = ((const int2 *)quads)[t];
    int4 quad = quads[t], far = quads[2 * t];
    out[t] = pair.x + quad.w + far.y;
}

int main(void)
{
    int *out, host[32];
    cudaMalloc((void **)&out, sizeof host);
    strides<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d", host[1], host[31]);
    wide<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf(" %d %d\n", host[1], host[31]);
    cudaFree(out);
    return 0;
}
