//@ emit: cuda
//@ run: cpu
// Eight rows in a thread: the tile of the left matrix is stored column by
// column. The matrix is no multiple of the tile.
#include <stdio.h>

#define TILE 8
#define MOST 50

int a[MOST][MOST], b[MOST][MOST], c[MOST][MOST];

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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
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

// columns-of-a-tile.c:18: kernel tiles
__global__ void tiles(const int (*__restrict__ a)[50], const int (*__restrict__ b)[50], int (*__restrict__ c)[50], int n)
{
    __shared__ __align__(16) int a_tile[2][8][36];
    __shared__ __align__(16) int b_tile[2][8][32];
    int thread = threadIdx.y * 4 + threadIdx.x;
    int i_chunk = (n + (int)gridDim.y - 1) / (int)gridDim.y;
    int i_begin = blockIdx.y * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i_base = i_begin; i_base < i_end; i_base += 32) {
        int i = i_base + threadIdx.y * 4;
        int j_chunk = (n + (int)gridDim.x - 1) / (int)gridDim.x;
        int j_begin = blockIdx.x * j_chunk;
        int j_end = min(j_begin + j_chunk, n);
        for (int j_base = j_begin; j_base < j_end; j_base += 32) {
            int j = j_base + threadIdx.x * 4;
            int sum[8][8];
            #pragma unroll
            for (int u = 0; u < 8; u++) {
                #pragma unroll
                for (int v = 0; v < 8; v++)
                    sum[u][v] = 0;
            }
            if (0 < n) {
                if (i_base + 32 <= 50)
                    for (int row = 0; row < 32; row += 2)
                        hicuda_start_copy(&a_tile[0][thread % 8][row + thread / 8], &a[i_base + row + thread / 8][thread % 8], 4);
                else
                    for (int row = 0; row < 32; row += 2) {
                        int from_row = i_base + row + thread / 8;
                        int from_column = thread % 8;
                        if (from_row < 50 && from_column < 50)
                            hicuda_start_copy(&a_tile[0][thread % 8][row + thread / 8], &a[from_row][from_column], 4);
                        else
                            a_tile[0][thread % 8][row + thread / 8] = 0;
                    }
                if (j_base + 32 <= 50)
                    for (int first = 0; first < 256; first += 16)
                        hicuda_start_copy(&b_tile[0][(first + thread) / 32][(first + thread) % 32], &b[(first + thread) / 32][j_base + (first + thread) % 32], 4);
                else
                    for (int first = 0; first < 256; first += 16) {
                        int from_row = (first + thread) / 32;
                        int from_column = j_base + (first + thread) % 32;
                        if (from_row < 50 && from_column < 50)
                            hicuda_start_copy(&b_tile[0][(first + thread) / 32][(first + thread) % 32], &b[from_row][from_column], 4);
                        else
                            b_tile[0][(first + thread) / 32][(first + thread) % 32] = 0;
                    }
            }
            int buffer = 0;
            for (int kk = 0; kk < n; kk += TILE) {
                hicuda_await_copies();
                __syncthreads();
                if (kk + TILE < n) {
                    if (i_base + 32 <= 50 && kk + 16 <= 50)
                        for (int row = 0; row < 32; row += 2)
                            hicuda_start_copy(&a_tile[1 - buffer][thread % 8][row + thread / 8], &a[i_base + row + thread / 8][kk + TILE + thread % 8], 4);
                    else
                        for (int row = 0; row < 32; row += 2) {
                            int from_row = i_base + row + thread / 8;
                            int from_column = kk + TILE + thread % 8;
                            if (from_row < 50 && from_column < 50)
                                hicuda_start_copy(&a_tile[1 - buffer][thread % 8][row + thread / 8], &a[from_row][from_column], 4);
                            else
                                a_tile[1 - buffer][thread % 8][row + thread / 8] = 0;
                        }
                    if (kk + 16 <= 50 && j_base + 32 <= 50)
                        for (int first = 0; first < 256; first += 16)
                            hicuda_start_copy(&b_tile[1 - buffer][(first + thread) / 32][(first + thread) % 32], &b[kk + TILE + (first + thread) / 32][j_base + (first + thread) % 32], 4);
                    else
                        for (int first = 0; first < 256; first += 16) {
                            int from_row = kk + TILE + (first + thread) / 32;
                            int from_column = j_base + (first + thread) % 32;
                            if (from_row < 50 && from_column < 50)
                                hicuda_start_copy(&b_tile[1 - buffer][(first + thread) / 32][(first + thread) % 32], &b[from_row][from_column], 4);
                            else
                                b_tile[1 - buffer][(first + thread) / 32][(first + thread) % 32] = 0;
                        }
                }
                #pragma unroll
                for (int k = 0; k < TILE; k++) {
                    #pragma unroll
                    for (int u = 0; u < 8; u++) {
                        #pragma unroll
                        for (int v = 0; v < 8; v++)
                            sum[u][v] += a_tile[buffer][k][threadIdx.y * 4 + u % 4 + u / 4 * 16] * b_tile[buffer][k][threadIdx.x * 4 + v % 4 + v / 4 * 16];
                    }
                }
                buffer = 1 - buffer;
            }
            __syncthreads();
            #pragma unroll
            for (int u = 0; u < 8; u++) {
                #pragma unroll
                for (int v = 0; v < 8; v++) {
                    if (i + u % 4 + u / 4 * 16 < i_end && j + v % 4 + v / 4 * 16 < j_end)
                        c[i + u % 4 + u / 4 * 16][j + v % 4 + v / 4 * 16] = sum[u][v];
                }
            }
        }
    }
}

void multiply(int n)
{
    int (*d_a)[50];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "columns-of-a-tile.c:15: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "columns-of-a-tile.c:15: global alloc a[*][*] copyin");
    int (*d_b)[50];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "columns-of-a-tile.c:16: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "columns-of-a-tile.c:16: global alloc b[*][*] copyin");
    int (*d_c)[50];
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "columns-of-a-tile.c:17: global alloc c[*][*] copyin");
    hicuda_check(cudaMemcpy(d_c, c, sizeof c, cudaMemcpyHostToDevice), "columns-of-a-tile.c:17: global alloc c[*][*] copyin");
    if ((n + 15) / 16 > 0) {
        hicuda_require((n + 15) / 16 <= 65535, "columns-of-a-tile.c:18: kernel tiles tblock((n + 15) / 16, (n + 15) / 16) thread(4, 4): a grid has at most 65535 blocks in an outer dimension; write fewer into tblock");
        tiles<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(4, 4)>>>(d_a, d_b, d_c, n);
        hicuda_launched(cudaGetLastError(), "columns-of-a-tile.c:18: kernel tiles tblock((n + 15) / 16, (n + 15) / 16) thread(4, 4)");
    }
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "columns-of-a-tile.c:36: global copyout c[*][*]");
    hicuda_check(cudaFree(d_a), "columns-of-a-tile.c:37: global free a b c");
    hicuda_check(cudaFree(d_b), "columns-of-a-tile.c:37: global free a b c");
    hicuda_check(cudaFree(d_c), "columns-of-a-tile.c:37: global free a b c");
}

int main(void)
{
    for (int i = 0; i < 48; i++)
        for (int j = 0; j < 48; j++) {
            a[i][j] = i < 37 && j < 37 ? (i * 7 + j * 3) % 11 - 5 : 0;
            b[i][j] = i < 37 && j < 37 ? (i * 5 + j * 2) % 13 - 6 : 0;
        }
    for (int n = 5; n <= 37; n += 32) {
        multiply(n);
        unsigned check = 0;
        for (int i = 0; i < MOST; i++)
            for (int j = 0; j < MOST; j++)
                check = check * 31u + (unsigned)c[i][j];
        printf("%d %u\n", n, check);
    }
    return 0;
}
