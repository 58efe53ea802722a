// CUDA-lite's example: every thread scales a row of its own, so the threads of
// a warp touch addresses a row apart (base); and the version its authors wrote
// by hand, which moves tiles through shared memory (coalesced). The tiles are
// one column wider than a warp here: without it, rows of a tile share a bank.
#include <stdio.h>
#include <stdlib.h>

#define ASIZE 300
#define TPB 32

__global__ void base(float *a, float *b)
{
    int thi = threadIdx.x;
    int bki = blockIdx.x;
    float t = (float)thi + bki;
    if (bki * TPB + thi >= ASIZE)
        return;
    for (int i = 0; i < ASIZE; i++)
        b[(bki * TPB + thi) * ASIZE + i] = a[(bki * TPB + thi) * ASIZE + i] * t;
}

__global__ void coalesced(float *a, float *b)
{
    __shared__ float a_shared[TPB][TPB + 1];
    __shared__ float b_shared[TPB][TPB + 1];
    int thi = threadIdx.x;
    int bki = blockIdx.x;
    float t = (float)thi + bki;
    int End = (ASIZE + TPB - 1) / TPB;
    for (int j = 0; j < End; j++) {
        int column = j * TPB + thi;
        for (int k = 0; k < TPB; k++)
            if (column < ASIZE && bki * TPB + k < ASIZE)
                a_shared[k][thi] = a[(bki * TPB + k) * ASIZE + column];
        __syncthreads();
        // Threads without a row copy, and do not compute.
        for (int i = 0; i < TPB && j * TPB + i < ASIZE && bki * TPB + thi < ASIZE; i++)
            b_shared[thi][i] = a_shared[thi][i] * t;
        __syncthreads();
        for (int k = 0; k < TPB; k++)
            if (column < ASIZE && bki * TPB + k < ASIZE)
                b[(bki * TPB + k) * ASIZE + column] = b_shared[k][thi];
        __syncthreads();
    }
}

static int wrong(const float *a, const float *b)
{
    int count = 0;
    for (int row = 0; row < ASIZE; row++)
        for (int i = 0; i < ASIZE; i++) {
            float t = (float)(row % TPB) + row / TPB;
            count += b[row * ASIZE + i] != a[row * ASIZE + i] * t;
        }
    return count;
}

int main(void)
{
    int size = sizeof(float) * ASIZE * ASIZE;
    float *a_host = (float *)malloc(size), *b_host = (float *)malloc(size);
    float *a_device, *b_device;
    for (int i = 0; i < ASIZE * ASIZE; i++)
        a_host[i] = i % 11;
    cudaMalloc((void **)&a_device, size);
    cudaMalloc((void **)&b_device, size);
    cudaMemcpy(a_device, a_host, size, cudaMemcpyHostToDevice);

    int num_blocks = ASIZE % TPB == 0 ? ASIZE / TPB : ASIZE / TPB + 1;
    dim3 gridDim(num_blocks);
    dim3 blockDim(TPB);
    int failures = 0;
    base<<<gridDim, blockDim>>>(a_device, b_device);
    cudaMemcpy(b_host, b_device, size, cudaMemcpyDeviceToHost);
    failures += wrong(a_host, b_host) != 0;
    printf("%s: base\n", failures == 0 ? "PASS" : "FAIL");

    cudaMemset(b_device, 0, size);
    coalesced<<<gridDim, blockDim>>>(a_device, b_device);
    cudaMemcpy(b_host, b_device, size, cudaMemcpyDeviceToHost);
    int count = wrong(a_host, b_host);
    printf("%s: coalesced by hand\n", count == 0 ? "PASS" : "FAIL");
    failures += count != 0;

    cudaFree(a_device);
    cudaFree(b_device);
    free(a_host);
    free(b_host);
    return failures;
}
