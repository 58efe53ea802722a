//@ run: cpu h200
// Tiles in shared memory whose size is a `constexpr`, structs by reference, `new`.
#include <stdio.h>
#include <stdlib.h>

constexpr int TILE = 16;

struct Matrix {
    int width;
    int height;
    float *elements;
};

__global__ void matMulTiled(Matrix A, Matrix B, Matrix C)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE + 1];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int m = 0; m < (A.width + TILE - 1) / TILE; ++m) {
        As[threadIdx.y][threadIdx.x] = (row < A.height && m * TILE + threadIdx.x < A.width) ? A.elements[row * A.width + m * TILE + threadIdx.x] : 0.0f;
        Bs[threadIdx.y][threadIdx.x] = (col < B.width && m * TILE + threadIdx.y < B.height) ? B.elements[(m * TILE + threadIdx.y) * B.width + col] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k)
            sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    if (row < C.height && col < C.width)
        C.elements[row * C.width + col] = sum;
}

static Matrix onDevice(const Matrix &m, bool copy)
{
    Matrix d = m;
    size_t size = m.width * m.height * sizeof(float);
    cudaMalloc(&d.elements, size);
    if (copy) cudaMemcpy(d.elements, m.elements, size, cudaMemcpyHostToDevice);
    return d;
}

int main()
{
    Matrix A = {50, 37, nullptr}, B = {41, 50, nullptr}, C = {41, 37, nullptr};
    A.elements = new float[A.width * A.height];
    B.elements = new float[B.width * B.height];
    C.elements = new float[C.width * C.height];
    for (int i = 0; i < A.width * A.height; i++) A.elements[i] = i % 7 - 3;
    for (int i = 0; i < B.width * B.height; i++) B.elements[i] = i % 5 - 2;
    Matrix dA = onDevice(A, true), dB = onDevice(B, true), dC = onDevice(C, false);
    dim3 threads(TILE, TILE);
    dim3 grid((C.width + threads.x - 1) / threads.x, (C.height + threads.y - 1) / threads.y);
    matMulTiled<<<grid, threads>>>(dA, dB, dC);
    cudaDeviceSynchronize();
    cudaMemcpy(C.elements, dC.elements, C.width * C.height * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int r = 0; r < C.height; r++)
        for (int c = 0; c < C.width; c++) {
            float want = 0;
            for (int k = 0; k < A.width; k++) want += A.elements[r * A.width + k] * B.elements[k * B.width + c];
            if (want != C.elements[r * C.width + c]) wrong++;
        }
    printf("%d wrong, C[5][7] = %.1f\n", wrong, C.elements[5 * C.width + 7]);
    cudaFree(dA.elements); cudaFree(dB.elements); cudaFree(dC.elements);
    delete[] A.elements;
    delete[] B.elements;
    delete[] C.elements;
    return wrong != 0;
}
