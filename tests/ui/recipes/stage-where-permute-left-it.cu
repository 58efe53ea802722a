//@ run: cpu
//@ emit: cuda
// `stage` stays with the loop that it was written above: `permute` has moved that inside.
#include <stdio.h>

#define N 90

static int a[N][N], b[N][N], c[N][N];

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

// stage-where-permute-left-it.c:21: kernel multiply
__global__ void multiply(int (*__restrict__ c)[90], const int (*__restrict__ a)[90], const int (*__restrict__ b)[90])
{
    __shared__ __align__(16) int a_tile[2][32][20];
    __shared__ __align__(16) int b_tile[2][16][32];
    int thread = threadIdx.y * 8 + threadIdx.x;
    int i_base = blockIdx.y * 30;
    int i = i_base + threadIdx.y;
    {
        int j = blockIdx.x * 30 + threadIdx.x;
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            #pragma unroll
            for (int v = 0; v < 4; v++) {
                if (threadIdx.y + 8 * u < 30 && threadIdx.x + 8 * v < 30)
                    c[i + 8 * u][j + 8 * v] *= 3;
            }
        }
    }
    {
        int j_base = blockIdx.x * 30;
        int j = j_base + threadIdx.x;
        int c_sum[4][4] = {};
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            #pragma unroll
            for (int v = 0; v < 4; v++) {
                if (threadIdx.y + 8 * u < 30 && threadIdx.x + 8 * v < 30)
                    c_sum[u][v] = c[i + 8 * u][j + 8 * v];
            }
        }
        __syncthreads();
        if (i_base + 32 <= 90 && 2 == 0)
            for (int row = 0; row < 32; row += 16)
                hicuda_start_copy(&a_tile[0][row + thread / 4][thread % 4 * 4], &a[i_base + row + thread / 4][thread % 4 * 4], 16);
        else
            for (int row = 0; row < 32; row += 4) {
                int from_row = i_base + row + thread / 16;
                int from_column = thread % 16;
                if (from_row < 90 && from_column < 90)
                    hicuda_start_copy(&a_tile[0][row + thread / 16][thread % 16], &a[from_row][from_column], 4);
                else
                    a_tile[0][row + thread / 16][thread % 16] = 0;
            }
        if (j_base + 32 <= 90)
            for (int row = 0; row < 16; row += 4)
                hicuda_start_copy(&b_tile[0][row + thread / 16][thread % 16 * 2], &b[row + thread / 16][j_base + thread % 16 * 2], 8);
        else
            for (int row = 0; row < 16; row += 2) {
                int from_row = row + thread / 32;
                int from_column = j_base + thread % 32;
                if (from_row < 90 && from_column < 90)
                    hicuda_start_copy(&b_tile[0][row + thread / 32][thread % 32], &b[from_row][from_column], 4);
                else
                    b_tile[0][row + thread / 32][thread % 32] = 0;
            }
        int buffer = 0;
        for (int k_stage = 0; k_stage < N; k_stage += 16) {
            hicuda_await_copies();
            __syncthreads();
            if (k_stage + 16 < N) {
                if (i_base + 32 <= 90 && k_stage + 32 <= 90 && 2 == 0)
                    for (int row = 0; row < 32; row += 16)
                        hicuda_start_copy(&a_tile[1 - buffer][row + thread / 4][thread % 4 * 4], &a[i_base + row + thread / 4][k_stage + 16 + thread % 4 * 4], 16);
                else
                    for (int row = 0; row < 32; row += 4) {
                        int from_row = i_base + row + thread / 16;
                        int from_column = k_stage + 16 + thread % 16;
                        if (from_row < 90 && from_column < 90)
                            hicuda_start_copy(&a_tile[1 - buffer][row + thread / 16][thread % 16], &a[from_row][from_column], 4);
                        else
                            a_tile[1 - buffer][row + thread / 16][thread % 16] = 0;
                    }
                if (k_stage + 32 <= 90 && j_base + 32 <= 90)
                    for (int row = 0; row < 16; row += 4)
                        hicuda_start_copy(&b_tile[1 - buffer][row + thread / 16][thread % 16 * 2], &b[k_stage + 16 + row + thread / 16][j_base + thread % 16 * 2], 8);
                else
                    for (int row = 0; row < 16; row += 2) {
                        int from_row = k_stage + 16 + row + thread / 32;
                        int from_column = j_base + thread % 32;
                        if (from_row < 90 && from_column < 90)
                            hicuda_start_copy(&b_tile[1 - buffer][row + thread / 32][thread % 32], &b[from_row][from_column], 4);
                        else
                            b_tile[1 - buffer][row + thread / 32][thread % 32] = 0;
                    }
            }
            if (k_stage + 15 < N) {
                #pragma unroll
                for (int k = 0; k < 16; k++) {
                    #pragma unroll
                    for (int u = 0; u < 4; u++) {
                        #pragma unroll
                        for (int v = 0; v < 4; v++)
                            c_sum[u][v] += a_tile[buffer][threadIdx.y + 8 * u][k] * b_tile[buffer][k][threadIdx.x + 8 * v];
                    }
                }
            } else
                for (int k = k_stage; k < N; k++) {
                    #pragma unroll
                    for (int u = 0; u < 4; u++) {
                        #pragma unroll
                        for (int v = 0; v < 4; v++)
                            c_sum[u][v] += a_tile[buffer][threadIdx.y + 8 * u][k - k_stage] * b_tile[buffer][k - k_stage][threadIdx.x + 8 * v];
                    }
                }
            buffer = 1 - buffer;
        }
        __syncthreads();
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            #pragma unroll
            for (int v = 0; v < 4; v++) {
                if (threadIdx.y + 8 * u < 30 && threadIdx.x + 8 * v < 30)
                    c[i + 8 * u][j + 8 * v] = c_sum[u][v];
            }
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 5 + j) % 7 - 3;
            b[i][j] = (i + j * 3) % 5 - 2;
            c[i][j] = i - j;
        }
    int (*d_a)[90];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "stage-where-permute-left-it.c:18: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "stage-where-permute-left-it.c:18: global alloc a[*][*] copyin");
    int (*d_b)[90];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "stage-where-permute-left-it.c:19: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "stage-where-permute-left-it.c:19: global alloc b[*][*] copyin");
    int (*d_c)[90];
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "stage-where-permute-left-it.c:20: global alloc c[*][*] copyin");
    hicuda_check(cudaMemcpy(d_c, c, sizeof c, cudaMemcpyHostToDevice), "stage-where-permute-left-it.c:20: global alloc c[*][*] copyin");
    multiply<<<dim3(3, 3), dim3(8, 8)>>>(d_c, d_a, d_b);
    hicuda_launched(cudaGetLastError(), "stage-where-permute-left-it.c:21: kernel multiply thread(8, 8)");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "stage-where-permute-left-it.c:35: global copyout c[*][*]");
    hicuda_check(cudaFree(d_a), "stage-where-permute-left-it.c:36: global free a b c");
    hicuda_check(cudaFree(d_b), "stage-where-permute-left-it.c:36: global free a b c");
    hicuda_check(cudaFree(d_c), "stage-where-permute-left-it.c:36: global free a b c");
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 31 + (unsigned)c[i][j];
    printf("%u\n", sum);
    return 0;
}
