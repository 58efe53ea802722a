//@ emit: cuda cpu
//@ run: cpu h200
// Eight by eight results per thread: the product of two matrices, with a tile
// of each in shared memory and the sums in registers.
#include <stdio.h>

#define N 128
#define TILE 16

int a[N][N], b[N][N], c[N][N];

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

// Starts to copy 4, 8 or 16 bytes to shared memory. A GPU before compute capability 8.0 cannot
// do that by itself: the thread does.
static __device__ void hicuda_start_copy(void *to, const void *from, int bytes)
{
#if __CUDA_ARCH__ >= 800
    unsigned int place = (unsigned int)__cvta_generic_to_shared(to);
    if (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(place), "l"(from) : "memory");
    else if (bytes == 8)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" : : "r"(place), "l"(from) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(place), "l"(from) : "memory");
#else
    memcpy(to, from, bytes);
#endif
}

// Waits for the copies that this thread has started.
static __device__ void hicuda_await_copies(void)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" : : : "memory");
#endif
}

// register-tile.c:23: kernel multiply
__global__ void multiply(const int (*__restrict__ a)[128], const int (*__restrict__ b)[128], int (*__restrict__ c)[128])
{
    __shared__ __align__(16) int a_tile[2][16][68];
    __shared__ __align__(16) int b_tile[2][16][64];
    int thread = threadIdx.y * 8 + threadIdx.x;
    int i_base = blockIdx.y * 64;
    int i = i_base + threadIdx.y * 4;
    int j_base = blockIdx.x * 64;
    int j = j_base + threadIdx.x * 4;
    int sum[8][8];
    #pragma unroll
    for (int u = 0; u < 8; u++) {
        #pragma unroll
        for (int v = 0; v < 8; v++)
            sum[u][v] = 0;
    }
    for (int row = 0; row < 64; row += 4)
        hicuda_start_copy(&a_tile[0][thread % 16][row + thread / 16], &a[i_base + row + thread / 16][thread % 16], 4);
    for (int row = 0; row < 16; row += 4)
        hicuda_start_copy(&b_tile[0][row + thread / 16][thread % 16 * 4], &b[row + thread / 16][j_base + thread % 16 * 4], 16);
    int buffer = 0;
    for (int kk = 0; kk < N; kk += TILE) {
        hicuda_await_copies();
        __syncthreads();
        if (kk + TILE < N) {
            for (int row = 0; row < 64; row += 4)
                hicuda_start_copy(&a_tile[1 - buffer][thread % 16][row + thread / 16], &a[i_base + row + thread / 16][kk + TILE + thread % 16], 4);
            for (int row = 0; row < 16; row += 4)
                hicuda_start_copy(&b_tile[1 - buffer][row + thread / 16][thread % 16 * 4], &b[kk + TILE + row + thread / 16][j_base + thread % 16 * 4], 16);
        }
        #pragma unroll
        for (int k = 0; k < TILE; k++) {
            #pragma unroll
            for (int u = 0; u < 8; u++) {
                #pragma unroll
                for (int v = 0; v < 8; v++)
                    sum[u][v] += a_tile[buffer][k][threadIdx.y * 4 + u % 4 + u / 4 * 32] * b_tile[buffer][k][threadIdx.x * 4 + v % 4 + v / 4 * 32];
            }
        }
        buffer = 1 - buffer;
    }
    #pragma unroll
    for (int u = 0; u < 8; u++) {
        #pragma unroll
        for (int v = 0; v < 8; v++)
            c[i + u % 4 + u / 4 * 32][j + v % 4 + v / 4 * 32] = sum[u][v];
    }
}

int main(void)
{
    int i, j, kk;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 - 5;
            b[i][j] = (i * 5 + j * 2) % 13 - 6;
        }
    int (*d_a)[128];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "register-tile.c:20: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "register-tile.c:20: global alloc a[*][*] copyin");
    int (*d_b)[128];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "register-tile.c:21: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "register-tile.c:21: global alloc b[*][*] copyin");
    int (*d_c)[128];
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "register-tile.c:22: global alloc c[*][*]");
    multiply<<<dim3(N / 64, N / 64), dim3(8, 8)>>>(d_a, d_b, d_c);
    hicuda_launched(cudaGetLastError(), "register-tile.c:23: kernel multiply tblock(N/64, N/64) thread(8, 8)");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "register-tile.c:41: global copyout c[*][*]");
    hicuda_check(cudaFree(d_a), "register-tile.c:42: global free a b c");
    hicuda_check(cudaFree(d_b), "register-tile.c:42: global free a b c");
    hicuda_check(cudaFree(d_c), "register-tile.c:42: global free a b c");
    unsigned check = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            check = check * 31u + (unsigned)c[i][j];
    printf("%d %d %u\n", c[0][0], c[77][51], check);
    return 0;
}
