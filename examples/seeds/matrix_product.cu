// The lecture's matrix product, Mul on the host and Muld on the device: a
// block computes a square of C from squares of A and B in shared memory.
#include <stdio.h>
#include <stdlib.h>

#define BLOCK_SIZE 16

__global__ void Muld(float *A, float *B, int wA, int wB, float *C)
{
    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
    int aBegin = wA * BLOCK_SIZE * by;  // first square of A
    int aEnd = aBegin + wA - 1;         // its row ends here
    int aStep = BLOCK_SIZE;
    int bBegin = BLOCK_SIZE * bx;       // first square of B
    int bStep = BLOCK_SIZE * wB;
    float Csub = 0;

    for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[ty][tx] = A[a + wA * ty + tx];
        Bs[ty][tx] = B[b + wB * ty + tx];
        __syncthreads();
        for (int k = 0; k < BLOCK_SIZE; ++k)
            Csub += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    int c = wB * BLOCK_SIZE * by + BLOCK_SIZE * bx;
    C[c + wB * ty + tx] = Csub;
}

// C = A * B; heights and widths are multiples of BLOCK_SIZE.
void Mul(const float *A, const float *B, int hA, int wA, int wB, float *C)
{
    int size;
    float *Ad, *Bd, *Cd;
    size = hA * wA * sizeof(float);
    cudaMalloc((void **)&Ad, size);
    cudaMemcpy(Ad, A, size, cudaMemcpyHostToDevice);
    size = wA * wB * sizeof(float);
    cudaMalloc((void **)&Bd, size);
    cudaMemcpy(Bd, B, size, cudaMemcpyHostToDevice);
    size = hA * wB * sizeof(float);
    cudaMalloc((void **)&Cd, size);

    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid(wB / dimBlock.x, hA / dimBlock.y);
    Muld<<<dimGrid, dimBlock>>>(Ad, Bd, wA, wB, Cd);

    cudaMemcpy(C, Cd, size, cudaMemcpyDeviceToHost);
    cudaFree(Ad);
    cudaFree(Bd);
    cudaFree(Cd);
}

int main(void)
{
    const int hA = 48, wA = 80, wB = 64;
    float *A = (float *)malloc(hA * wA * sizeof(float));
    float *B = (float *)malloc(wA * wB * sizeof(float));
    float *C = (float *)malloc(hA * wB * sizeof(float));
    for (int i = 0; i < hA * wA; i++)
        A[i] = i % 7 - 3;
    for (int i = 0; i < wA * wB; i++)
        B[i] = i % 5 - 2;
    Mul(A, B, hA, wA, wB, C);

    int wrong = 0;
    for (int i = 0; i < hA; i++)
        for (int j = 0; j < wB; j++) {
            float sum = 0;
            for (int k = 0; k < wA; k++)
                sum += A[i * wA + k] * B[k * wB + j];
            wrong += C[i * wB + j] != sum;
        }
    free(A);
    free(B);
    free(C);
    printf("%s: %d x %d times %d x %d, %d wrong\n", wrong == 0 ? "PASS" : "FAIL", hA, wA, wA, wB, wrong);
    return wrong != 0;
}
