// The same algorithm, written in CUDA: a block of 16x16 threads computes a
// 16x16 tile of C, 32 values of k at a time through shared memory.
#include <cstdio>
#include <cstdlib>

constexpr int N = 4096, BLOCK = 16, TILE = 32;

static float A[N][N], B[N][N], C[N][N];

static void fill(float *a, unsigned seed)
{
    for (int i = 0; i < N * N; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (float)(seed >> 8) / (1 << 24) - 0.5f;
    }
}

__global__ void matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    __shared__ float a_tile[BLOCK][TILE];
    __shared__ float b_tile[TILE][BLOCK];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * BLOCK + ty, column = blockIdx.x * BLOCK + tx;
    float sum = 0;

    for (int kk = 0; kk < N; kk += TILE) {
        a_tile[ty][tx] = a[row * N + kk + tx];
        a_tile[ty][tx + BLOCK] = a[row * N + kk + tx + BLOCK];
        b_tile[ty][tx] = b[(kk + ty) * N + column];
        b_tile[ty + BLOCK][tx] = b[(kk + ty + BLOCK) * N + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++)
            sum += a_tile[ty][k] * b_tile[k][tx];
        __syncthreads();
    }
    c[row * N + column] = sum;
}

int main()
{
    const size_t bytes = sizeof A;
    float *a, *b, *c;

    fill(&A[0][0], 1);
    fill(&B[0][0], 2);
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemcpy(a, A, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, B, bytes, cudaMemcpyHostToDevice);
    matmul<<<dim3(N / BLOCK, N / BLOCK), dim3(BLOCK, BLOCK)>>>(a, b, c);
    if (cudaMemcpy(C, c, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
        return EXIT_FAILURE;
    for (int at = 0; at < N; at += 97)
        printf("%.3f\n", C[at][(at * 31) % N]);
    return 0;
}
