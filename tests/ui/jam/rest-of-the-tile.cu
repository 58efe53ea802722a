//@ emit: cuda cpu
//@ run: cpu
// A matrix that is no multiple of the tile: the last copies have no iteration.
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

// rest-of-the-tile.c:17: kernel tiles
__global__ void tiles(const int (*__restrict__ a)[50], const int (*__restrict__ b)[50], int (*__restrict__ c)[50], int n)
{
    __shared__ __align__(16) int a_tile[2][16][8];
    __shared__ __align__(16) int b_tile[2][8][16];
    int thread = threadIdx.y * 4 + threadIdx.x;
    int i_base = blockIdx.y * 16;
    int i = i_base + threadIdx.y;
    int j_base = blockIdx.x * 16;
    int j = j_base + threadIdx.x * 4;
    int sum[4][4];
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        #pragma unroll
        for (int v = 0; v < 4; v++)
            sum[u][v] = 0;
    }
    if (0 < n) {
        if (i_base + 16 <= 50 && 2 == 0)
            for (int row = 0; row < 16; row += 8)
                hicuda_start_copy(&a_tile[0][row + thread / 2][thread % 2 * 4], &a[i_base + row + thread / 2][thread % 2 * 4], 16);
        else
            for (int row = 0; row < 16; row += 2) {
                int from_row = i_base + row + thread / 8;
                int from_column = thread % 8;
                if (from_row < 50 && from_column < 50)
                    hicuda_start_copy(&a_tile[0][row + thread / 8][thread % 8], &a[from_row][from_column], 4);
                else
                    a_tile[0][row + thread / 8][thread % 8] = 0;
            }
        if (j_base + 16 <= 50 && 2 == 0)
            for (int row = 0; row < 8; row += 4)
                hicuda_start_copy(&b_tile[0][row + threadIdx.y][threadIdx.x * 4], &b[row + threadIdx.y][j_base + threadIdx.x * 4], 16);
        else
            for (int row = 0; row < 8; row++) {
                int from_row = row + thread / 16;
                int from_column = j_base + thread % 16;
                if (from_row < 50 && from_column < 50)
                    hicuda_start_copy(&b_tile[0][row + thread / 16][thread % 16], &b[from_row][from_column], 4);
                else
                    b_tile[0][row + thread / 16][thread % 16] = 0;
            }
    }
    int buffer = 0;
    for (int kk = 0; kk < n; kk += TILE) {
        hicuda_await_copies();
        __syncthreads();
        if (kk + TILE < n) {
            if (i_base + 16 <= 50 && kk + 16 <= 50 && 2 == 0)
                for (int row = 0; row < 16; row += 8)
                    hicuda_start_copy(&a_tile[1 - buffer][row + thread / 2][thread % 2 * 4], &a[i_base + row + thread / 2][kk + TILE + thread % 2 * 4], 16);
            else
                for (int row = 0; row < 16; row += 2) {
                    int from_row = i_base + row + thread / 8;
                    int from_column = kk + TILE + thread % 8;
                    if (from_row < 50 && from_column < 50)
                        hicuda_start_copy(&a_tile[1 - buffer][row + thread / 8][thread % 8], &a[from_row][from_column], 4);
                    else
                        a_tile[1 - buffer][row + thread / 8][thread % 8] = 0;
                }
            if (kk + 16 <= 50 && j_base + 16 <= 50 && 2 == 0)
                for (int row = 0; row < 8; row += 4)
                    hicuda_start_copy(&b_tile[1 - buffer][row + threadIdx.y][threadIdx.x * 4], &b[kk + TILE + row + threadIdx.y][j_base + threadIdx.x * 4], 16);
            else
                for (int row = 0; row < 8; row++) {
                    int from_row = kk + TILE + row + thread / 16;
                    int from_column = j_base + thread % 16;
                    if (from_row < 50 && from_column < 50)
                        hicuda_start_copy(&b_tile[1 - buffer][row + thread / 16][thread % 16], &b[from_row][from_column], 4);
                    else
                        b_tile[1 - buffer][row + thread / 16][thread % 16] = 0;
                }
        }
        #pragma unroll
        for (int k = 0; k < TILE; k++) {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                #pragma unroll
                for (int v = 0; v < 4; v++)
                    sum[u][v] += a_tile[buffer][threadIdx.y + 4 * u][k] * b_tile[buffer][k][threadIdx.x * 4 + v];
            }
        }
        buffer = 1 - buffer;
    }
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        #pragma unroll
        for (int v = 0; v < 4; v++) {
            if (i + 4 * u < n && j + v < n)
                c[i + 4 * u][j + v] = sum[u][v];
        }
    }
}

void multiply(int n)
{
    int (*d_a)[50];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "rest-of-the-tile.c:14: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "rest-of-the-tile.c:14: global alloc a[*][*] copyin");
    int (*d_b)[50];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "rest-of-the-tile.c:15: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "rest-of-the-tile.c:15: global alloc b[*][*] copyin");
    int (*d_c)[50];
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "rest-of-the-tile.c:16: global alloc c[*][*] copyin");
    hicuda_check(cudaMemcpy(d_c, c, sizeof c, cudaMemcpyHostToDevice), "rest-of-the-tile.c:16: global alloc c[*][*] copyin");
    if ((n + 15) / 16 > 0) {
        hicuda_require((n + 15) / 16 <= 65535, "rest-of-the-tile.c:17: kernel tiles tblock((n + 15) / 16, (n + 15) / 16) thread(4, 4): a grid has at most 65535 blocks in an outer dimension; write fewer into tblock");
        tiles<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(4, 4)>>>(d_a, d_b, d_c, n);
        hicuda_launched(cudaGetLastError(), "rest-of-the-tile.c:17: kernel tiles tblock((n + 15) / 16, (n + 15) / 16) thread(4, 4)");
    }
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "rest-of-the-tile.c:35: global copyout c[*][*]");
    hicuda_check(cudaFree(d_a), "rest-of-the-tile.c:36: global free a b c");
    hicuda_check(cudaFree(d_b), "rest-of-the-tile.c:36: global free a b c");
    hicuda_check(cudaFree(d_c), "rest-of-the-tile.c:36: global free a b c");
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
