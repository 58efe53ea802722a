//@ emit: cuda cpu
//@ run: cpu h200
// A section per iteration becomes a tile per block.
#include <stdio.h>

#define N 64

int a[N][N], b[N][N];

#include <stdlib.h>

// A failed CUDA call ends the program and names the directive behind it.
static void hicuda_check(cudaError_t status, const char *directive)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", directive, cudaGetErrorString(status));
        if ((status == cudaErrorIllegalAddress || status == cudaErrorLaunchFailure) && !getenv("WARPLOOM_SYNC"))
            fprintf(stderr, "a kernel failed before that: WARPLOOM_SYNC=1 in the environment shows which\n");
        exit(EXIT_FAILURE);
    }
}

// The host goes on while a kernel runs. What fails in the kernel is reported by the next transfer,
// or here if the program runs with WARPLOOM_SYNC=1.
static void hicuda_launched(cudaError_t status, const char *directive)
{
    if (status == cudaSuccess && getenv("WARPLOOM_SYNC"))
        status = cudaDeviceSynchronize();
    hicuda_check(status, directive);
}

// shared-tile.c:18: kernel transpose
__global__ void transpose(int (*__restrict__ b)[64], const int (*__restrict__ a)[64])
{
    __shared__ int a_tile[16][18];
    int i_base = blockIdx.y * 16;
    int i = i_base + threadIdx.y;
    int j_base = blockIdx.x * 16;
    int j = j_base + threadIdx.x;
    a_tile[threadIdx.y][threadIdx.x] = a[j_base + threadIdx.y][i_base + threadIdx.x];
    __syncthreads();
    b[i][j] = a_tile[threadIdx.x][threadIdx.y];
}

int main(void)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] = i * N + j;
    int (*d_a)[64];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "shared-tile.c:16: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "shared-tile.c:16: global alloc a[*][*] copyin");
    int (*d_b)[64];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "shared-tile.c:17: global alloc b[*][*]");
    transpose<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(d_b, d_a);
    hicuda_launched(cudaGetLastError(), "shared-tile.c:18: kernel transpose tblock(N/16, N/16) thread(16, 16)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "shared-tile.c:30: global copyout b[*][*]");
    hicuda_check(cudaFree(d_a), "shared-tile.c:31: global free a b");
    hicuda_check(cudaFree(d_b), "shared-tile.c:31: global free a b");
    printf("%d %d\n", b[1][0], b[2][63]);
    return 0;
}
