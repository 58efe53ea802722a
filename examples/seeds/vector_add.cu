// The lecture's vector addition, whole: allocate, copy in, launch, copy out. Its
// cudaThreadSynchronize is cudaDeviceSynchronize today.
#include <stdio.h>
#include <stdlib.h>

#define N 2048

// Each thread adds one pair; N is a multiple of the 256 threads of a block.
__global__ void vecAdd(float *A, float *B, float *C)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    C[i] = A[i] + B[i];
}

int main(void)
{
    float *h_A = (float *)malloc(N * sizeof(float));
    float *h_B = (float *)malloc(N * sizeof(float));
    float *h_C = (float *)malloc(N * sizeof(float));
    for (int i = 0; i < N; i++) {
        h_A[i] = 0.5f * i;
        h_B[i] = N - i;
    }

    float *d_A, *d_B, *d_C;
    cudaMalloc((void **)&d_A, N * sizeof(float));
    cudaMalloc((void **)&d_B, N * sizeof(float));
    cudaMalloc((void **)&d_C, N * sizeof(float));
    cudaMemcpy(d_A, h_A, N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_B, h_B, N * sizeof(float), cudaMemcpyHostToDevice);
    vecAdd<<<N / 256, 256>>>(d_A, d_B, d_C);
    cudaDeviceSynchronize();
    cudaMemcpy(h_C, d_C, N * sizeof(float), cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += h_C[i] != h_A[i] + h_B[i];
    cudaFree(d_A);
    cudaFree(d_B);
    cudaFree(d_C);
    free(h_A);
    free(h_B);
    free(h_C);
    printf("%s: vector addition, %d of %d wrong\n", wrong == 0 ? "PASS" : "FAIL", wrong, N);
    return wrong != 0;
}
