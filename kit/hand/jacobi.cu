// The same algorithm, written in CUDA: a block of 16x16 threads loads its
// 18x18 tile and computes 16x16 points.
#include <cstdio>
#include <cstdlib>

constexpr int N = 8194, BLOCK = 16;

static float A[N][N], B[N][N];

__global__ void jacobi(const float *__restrict__ a, float *__restrict__ b)
{
    __shared__ float tile[BLOCK + 2][BLOCK + 2];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int i = blockIdx.y * BLOCK + ty + 1, j = blockIdx.x * BLOCK + tx + 1;
    const float *at = a + i * N + j;

    tile[ty + 1][tx + 1] = *at;
    if (ty == 0)
        tile[0][tx + 1] = at[-N];
    if (ty == BLOCK - 1)
        tile[BLOCK + 1][tx + 1] = at[N];
    if (tx == 0)
        tile[ty + 1][0] = at[-1];
    if (tx == BLOCK - 1)
        tile[ty + 1][BLOCK + 1] = at[1];
    __syncthreads();
    b[i * N + j] = 0.25f * (tile[ty][tx + 1] + tile[ty + 2][tx + 1] + tile[ty + 1][tx] + tile[ty + 1][tx + 2]);
}

int main()
{
    const size_t bytes = sizeof A;
    float *a, *b;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = (float)((i * 7 + j * 3) % 11);
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMemcpy(a, A, bytes, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, bytes);
    jacobi<<<dim3((N - 2) / BLOCK, (N - 2) / BLOCK), dim3(BLOCK, BLOCK)>>>(a, b);
    if (cudaMemcpy(B, b, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
        return EXIT_FAILURE;
    for (int at = 1; at < N - 1; at += 211)
        printf("%.3f\n", B[at][(at * 31) % N]);
    return 0;
}
