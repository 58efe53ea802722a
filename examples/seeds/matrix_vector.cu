// The locality lecture's two kernels, as its compiler should have printed them:
// a = a + C^T b and a = a + C b, with b and (for the latter) a padded tile of C
// in shared memory. Corrected: return types, loop ends, indices into the copies,
// the last store, and sizes other than the one that was wired in.
#include <stdio.h>
#include <stdlib.h>

#define N 256

// a[i] += c[j][i] * b[j]: the threads of a warp read neighbours of c.
__global__ void mv_by_columns(float *a, const float *b, const float *c, int n)
{
    __shared__ float bcpy[32];
    int bx = blockIdx.x, tx = threadIdx.x;
    float acpy = a[tx + 32 * bx];
    for (int k = 0; k < n / 32; k++) {
        bcpy[tx] = b[32 * k + tx];
        __syncthreads();
        for (int j = 0; j < 32; j++)
            acpy = acpy + c[(32 * k + j) * n + 32 * bx + tx] * bcpy[j];
        __syncthreads();
    }
    a[tx + 32 * bx] = acpy;
}

// a[i] += c[i][j] * b[j]: a tile of c is copied in the order of memory, and read
// by rows; the 17th column keeps its rows in different banks.
__global__ void mv_by_rows(float *a, const float *b, const float *c, int n)
{
    __shared__ float bcpy[16];
    __shared__ float P1[16][17];
    int bx = blockIdx.x, tx = threadIdx.x;
    float acpy = a[tx + 16 * bx];
    for (int k = 0; k < n / 16; k++) {
        bcpy[tx] = b[16 * k + tx];
        for (int l = 0; l < 16; l++)
            P1[l][tx] = c[(16 * bx + l) * n + 16 * k + tx];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            acpy = acpy + P1[tx][j] * bcpy[j];
        __syncthreads();
    }
    a[tx + 16 * bx] = acpy;
}

int main(void)
{
    float *a = (float *)malloc(N * sizeof(float)), *b = (float *)malloc(N * sizeof(float));
    float *c = (float *)malloc(N * N * sizeof(float)), *result = (float *)malloc(N * sizeof(float));
    for (int i = 0; i < N; i++) {
        a[i] = i % 3;
        b[i] = i % 5 - 2;
    }
    for (int i = 0; i < N * N; i++)
        c[i] = i % 7 - 3;
    float *d_a, *d_b, *d_c;
    cudaMalloc((void **)&d_a, N * sizeof(float));
    cudaMalloc((void **)&d_b, N * sizeof(float));
    cudaMalloc((void **)&d_c, N * N * sizeof(float));
    cudaMemcpy(d_b, b, N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_c, c, N * N * sizeof(float), cudaMemcpyHostToDevice);

    int failures = 0;
    for (int by_rows = 0; by_rows < 2; by_rows++) {
        cudaMemcpy(d_a, a, N * sizeof(float), cudaMemcpyHostToDevice);
        if (by_rows)
            mv_by_rows<<<N / 16, 16>>>(d_a, d_b, d_c, N);
        else
            mv_by_columns<<<N / 32, 32>>>(d_a, d_b, d_c, N);
        cudaMemcpy(result, d_a, N * sizeof(float), cudaMemcpyDeviceToHost);
        int wrong = 0;
        for (int i = 0; i < N; i++) {
            float sum = a[i];
            for (int j = 0; j < N; j++)
                sum += (by_rows ? c[i * N + j] : c[j * N + i]) * b[j];
            wrong += result[i] != sum;
        }
        printf("%s: matrix times vector by %s\n", wrong == 0 ? "PASS" : "FAIL", by_rows ? "rows" : "columns");
        failures += wrong != 0;
    }
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    free(a);
    free(b);
    free(c);
    free(result);
    return failures;
}
