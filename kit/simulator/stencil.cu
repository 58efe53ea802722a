/* Ten sweeps of a five-point stencil over 1024 x 1024 words: device memory only. */
#include <stdio.h>
#define N 1024
#ifndef SWEEPS
#define SWEEPS 10
#endif

__global__ void sweep(float *next, const float *now)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < N - 1 && y > 0 && y < N - 1)
        next[y * N + x] = 0.25f * (now[y * N + x - 1] + now[y * N + x + 1] + now[(y - 1) * N + x] +
                                   now[(y + 1) * N + x]);
}

int main(void)
{
    float *now, *next, corner;
    cudaMalloc((void **)&now, N * N * sizeof(float));
    cudaMalloc((void **)&next, N * N * sizeof(float));
    cudaMemset(now, 0, N * N * sizeof(float));
    cudaMemset(next, 0, N * N * sizeof(float));
    for (int k = 0; k < SWEEPS; k++) {
        sweep<<<dim3(N / 32, N / 8), dim3(32, 8)>>>(next, now);
        float *swap = now;
        now = next;
        next = swap;
    }
    cudaMemcpy(&corner, now, sizeof corner, cudaMemcpyDeviceToHost);
    cudaFree(now);
    cudaFree(next);
    printf("%g\n", corner);
    return 0;
}
