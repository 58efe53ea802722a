//@ run: cpu
//@ emit: cuda
// Products of plain loops through shared memory: sizes of the run, which no strip divides, and
// linear indices.
#include <stdio.h>
#include <stdlib.h>

#define N 96

static float a[N][N], b[N][N], c[N][N];

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

// stage.c:17: kernel tiles
__global__ void tiles(const float (*__restrict__ a)[96], const float (*__restrict__ b)[96], float (*__restrict__ c)[96], int n)
{
    __shared__ __align__(16) float a_tile[2][32][20];
    __shared__ __align__(16) float b_tile[2][16][32];
    int thread = threadIdx.y * 8 + threadIdx.x;
    int i_base = blockIdx.y * 32;
    int i = i_base + threadIdx.y;
    int j_base = blockIdx.x * 32;
    int j = j_base + threadIdx.x * 4;
    float sum[4][4];
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        #pragma unroll
        for (int v = 0; v < 4; v++)
            sum[u][v] = 0;
    }
    __syncthreads();
    if (0 < n) {
        if (i_base + 32 <= 96)
            for (int row = 0; row < 32; row += 16)
                hicuda_start_copy(&a_tile[0][row + thread / 4][thread % 4 * 4], &a[i_base + row + thread / 4][thread % 4 * 4], 16);
        else
            for (int row = 0; row < 32; row += 4) {
                int from_row = i_base + row + thread / 16;
                int from_column = thread % 16;
                if (from_row < 96 && from_column < 96)
                    hicuda_start_copy(&a_tile[0][row + thread / 16][thread % 16], &a[from_row][from_column], 4);
                else
                    a_tile[0][row + thread / 16][thread % 16] = 0;
            }
        if (j_base + 32 <= 96)
            for (int row = 0; row < 16; row += 8)
                hicuda_start_copy(&b_tile[0][row + threadIdx.y][threadIdx.x * 4], &b[row + threadIdx.y][j_base + threadIdx.x * 4], 16);
        else
            for (int row = 0; row < 16; row += 2) {
                int from_row = row + thread / 32;
                int from_column = j_base + thread % 32;
                if (from_row < 96 && from_column < 96)
                    hicuda_start_copy(&b_tile[0][row + thread / 32][thread % 32], &b[from_row][from_column], 4);
                else
                    b_tile[0][row + thread / 32][thread % 32] = 0;
            }
    }
    int buffer = 0;
    for (int k_stage = 0; k_stage < n; k_stage += 16) {
        hicuda_await_copies();
        __syncthreads();
        if (k_stage + 16 < n) {
            if (i_base + 32 <= 96 && k_stage + 32 <= 96)
                for (int row = 0; row < 32; row += 16)
                    hicuda_start_copy(&a_tile[1 - buffer][row + thread / 4][thread % 4 * 4], &a[i_base + row + thread / 4][k_stage + 16 + thread % 4 * 4], 16);
            else
                for (int row = 0; row < 32; row += 4) {
                    int from_row = i_base + row + thread / 16;
                    int from_column = k_stage + 16 + thread % 16;
                    if (from_row < 96 && from_column < 96)
                        hicuda_start_copy(&a_tile[1 - buffer][row + thread / 16][thread % 16], &a[from_row][from_column], 4);
                    else
                        a_tile[1 - buffer][row + thread / 16][thread % 16] = 0;
                }
            if (k_stage + 32 <= 96 && j_base + 32 <= 96)
                for (int row = 0; row < 16; row += 8)
                    hicuda_start_copy(&b_tile[1 - buffer][row + threadIdx.y][threadIdx.x * 4], &b[k_stage + 16 + row + threadIdx.y][j_base + threadIdx.x * 4], 16);
            else
                for (int row = 0; row < 16; row += 2) {
                    int from_row = k_stage + 16 + row + thread / 32;
                    int from_column = j_base + thread % 32;
                    if (from_row < 96 && from_column < 96)
                        hicuda_start_copy(&b_tile[1 - buffer][row + thread / 32][thread % 32], &b[from_row][from_column], 4);
                    else
                        b_tile[1 - buffer][row + thread / 32][thread % 32] = 0;
                }
        }
        if (k_stage + 15 < n) {
            #pragma unroll
            for (int k = 0; k < 16; k++) {
                #pragma unroll
                for (int u = 0; u < 4; u++) {
                    #pragma unroll
                    for (int v = 0; v < 4; v++)
                        sum[u][v] += a_tile[buffer][threadIdx.y + 8 * u][k] * b_tile[buffer][k][threadIdx.x * 4 + v];
                }
            }
        } else
            for (int k = k_stage; k < n; k++) {
                #pragma unroll
                for (int u = 0; u < 4; u++) {
                    #pragma unroll
                    for (int v = 0; v < 4; v++)
                        sum[u][v] += a_tile[buffer][threadIdx.y + 8 * u][k - k_stage] * b_tile[buffer][k - k_stage][threadIdx.x * 4 + v];
                }
            }
        buffer = 1 - buffer;
    }
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        #pragma unroll
        for (int v = 0; v < 4; v++) {
            if (i + 8 * u < n && j + v < n)
                c[i + 8 * u][j + v] = sum[u][v];
        }
    }
}

// stage.c:30: kernel sums
__global__ void sums(float (*__restrict__ c)[96], const float (*__restrict__ a)[96], const float (*__restrict__ b)[96], int n)
{
    __shared__ __align__(16) float a_tile[2][32][20];
    __shared__ __align__(16) float b_tile[2][16][32];
    int thread = threadIdx.y * 8 + threadIdx.x;
    int i_base = blockIdx.y * 32;
    int i = i_base + threadIdx.y;
    int j_base = blockIdx.x * 32;
    int j = j_base + threadIdx.x * 4;
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        #pragma unroll
        for (int v = 0; v < 4; v++) {
            if (i + 8 * u < n && j + v < n)
                c[i + 8 * u][j + v] *= 0.5f;
        }
    }
    float c_sum[4][4] = {};
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        #pragma unroll
        for (int v = 0; v < 4; v++) {
            if (i + 8 * u < n && j + v < n)
                c_sum[u][v] = c[i + 8 * u][j + v];
        }
    }
    __syncthreads();
    if (0 < n) {
        if (i_base + 32 <= 96)
            for (int row = 0; row < 32; row += 16)
                hicuda_start_copy(&a_tile[0][row + thread / 4][thread % 4 * 4], &a[i_base + row + thread / 4][thread % 4 * 4], 16);
        else
            for (int row = 0; row < 32; row += 4) {
                int from_row = i_base + row + thread / 16;
                int from_column = thread % 16;
                if (from_row < 96 && from_column < 96)
                    hicuda_start_copy(&a_tile[0][row + thread / 16][thread % 16], &a[from_row][from_column], 4);
                else
                    a_tile[0][row + thread / 16][thread % 16] = 0;
            }
        if (j_base + 32 <= 96)
            for (int row = 0; row < 16; row += 8)
                hicuda_start_copy(&b_tile[0][row + threadIdx.y][threadIdx.x * 4], &b[row + threadIdx.y][j_base + threadIdx.x * 4], 16);
        else
            for (int row = 0; row < 16; row += 2) {
                int from_row = row + thread / 32;
                int from_column = j_base + thread % 32;
                if (from_row < 96 && from_column < 96)
                    hicuda_start_copy(&b_tile[0][row + thread / 32][thread % 32], &b[from_row][from_column], 4);
                else
                    b_tile[0][row + thread / 32][thread % 32] = 0;
            }
    }
    int buffer = 0;
    for (int k_stage2 = 0; k_stage2 < n; k_stage2 += 16) {
        hicuda_await_copies();
        __syncthreads();
        if (k_stage2 + 16 < n) {
            if (i_base + 32 <= 96 && k_stage2 + 32 <= 96)
                for (int row = 0; row < 32; row += 16)
                    hicuda_start_copy(&a_tile[1 - buffer][row + thread / 4][thread % 4 * 4], &a[i_base + row + thread / 4][k_stage2 + 16 + thread % 4 * 4], 16);
            else
                for (int row = 0; row < 32; row += 4) {
                    int from_row = i_base + row + thread / 16;
                    int from_column = k_stage2 + 16 + thread % 16;
                    if (from_row < 96 && from_column < 96)
                        hicuda_start_copy(&a_tile[1 - buffer][row + thread / 16][thread % 16], &a[from_row][from_column], 4);
                    else
                        a_tile[1 - buffer][row + thread / 16][thread % 16] = 0;
                }
            if (k_stage2 + 32 <= 96 && j_base + 32 <= 96)
                for (int row = 0; row < 16; row += 8)
                    hicuda_start_copy(&b_tile[1 - buffer][row + threadIdx.y][threadIdx.x * 4], &b[k_stage2 + 16 + row + threadIdx.y][j_base + threadIdx.x * 4], 16);
            else
                for (int row = 0; row < 16; row += 2) {
                    int from_row = k_stage2 + 16 + row + thread / 32;
                    int from_column = j_base + thread % 32;
                    if (from_row < 96 && from_column < 96)
                        hicuda_start_copy(&b_tile[1 - buffer][row + thread / 32][thread % 32], &b[from_row][from_column], 4);
                    else
                        b_tile[1 - buffer][row + thread / 32][thread % 32] = 0;
                }
        }
        if (k_stage2 + 15 < n) {
            #pragma unroll
            for (int k = 0; k < 16; k++) {
                #pragma unroll
                for (int u = 0; u < 4; u++) {
                    #pragma unroll
                    for (int v = 0; v < 4; v++)
                        c_sum[u][v] += a_tile[buffer][threadIdx.y + 8 * u][k] * b_tile[buffer][k][threadIdx.x * 4 + v];
                }
            }
        } else
            for (int k = k_stage2; k < n; k++) {
                #pragma unroll
                for (int u = 0; u < 4; u++) {
                    #pragma unroll
                    for (int v = 0; v < 4; v++)
                        c_sum[u][v] += a_tile[buffer][threadIdx.y + 8 * u][k - k_stage2] * b_tile[buffer][k - k_stage2][threadIdx.x * 4 + v];
                }
            }
        buffer = 1 - buffer;
    }
    __syncthreads();
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        #pragma unroll
        for (int v = 0; v < 4; v++) {
            if (i + 8 * u < n && j + v < n) {
                if (0 < n)
                    c[i + 8 * u][j + v] = c_sum[u][v];
            }
        }
    }
}

static void product(int n, float c[N][N], const float a[N][N], const float b[N][N])
{
    float (*d_a)[96];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * 96 * 96), "stage.c:14: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(float) * 96 * 96, cudaMemcpyHostToDevice), "stage.c:14: global alloc a[*][*] copyin");
    float (*d_b)[96];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(float) * 96 * 96), "stage.c:15: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof(float) * 96 * 96, cudaMemcpyHostToDevice), "stage.c:15: global alloc b[*][*] copyin");
    float (*d_c)[96];
    hicuda_check(cudaMalloc((void **)&d_c, sizeof(float) * 96 * 96), "stage.c:16: global alloc c[*][*] copyin");
    hicuda_check(cudaMemcpy(d_c, c, sizeof(float) * 96 * 96, cudaMemcpyHostToDevice), "stage.c:16: global alloc c[*][*] copyin");
    if ((n + 31) / 32 > 0) {
        hicuda_require((n + 31) / 32 <= 65535, "stage.c:17: kernel tiles tblock((n + 31) / 32, (n + 31) / 32) thread(8, 8): a grid has at most 65535 blocks in an outer dimension; write fewer into tblock");
        tiles<<<dim3((n + 31) / 32, (n + 31) / 32), dim3(8, 8)>>>(d_a, d_b, d_c, n);
        hicuda_launched(cudaGetLastError(), "stage.c:17: kernel tiles tblock((n + 31) / 32, (n + 31) / 32) thread(8, 8)");
    }
    // A sum that is kept in memory stays in registers while the loop runs.
    if ((n + 31) / 32 > 0) {
        hicuda_require((n + 31) / 32 <= 65535, "stage.c:30: kernel sums thread(8, 8): a grid has at most 65535 blocks in an outer dimension; write fewer into tblock");
        sums<<<dim3((n + 31) / 32, (n + 31) / 32), dim3(8, 8)>>>(d_c, d_a, d_b, n);
        hicuda_launched(cudaGetLastError(), "stage.c:30: kernel sums thread(8, 8)");
    }
    hicuda_check(cudaMemcpy(c, d_c, sizeof(float) * 96 * 96, cudaMemcpyDeviceToHost), "stage.c:41: global copyout c[*][*]");
    hicuda_check(cudaFree(d_a), "stage.c:42: global free a b c");
    hicuda_check(cudaFree(d_b), "stage.c:42: global free a b c");
    hicuda_check(cudaFree(d_c), "stage.c:42: global free a b c");
}

// stage.c:51: kernel rows
__global__ void rows(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, int m)
{
    __shared__ __align__(16) float a_tile[2][32][20];
    __shared__ __align__(16) float b_tile[2][16][32];
    int thread = threadIdx.y * 8 + threadIdx.x;
    int i_base = blockIdx.y * 32;
    int i = i_base + threadIdx.y;
    int j_base = blockIdx.x * 32;
    int j = j_base + threadIdx.x * 4;
    float sum[4][4];
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        #pragma unroll
        for (int v = 0; v < 4; v++)
            sum[u][v] = 0;
    }
    __syncthreads();
    if (0 < m) {
        if (i_base + 32 <= n && 16 <= m && m % 4 == 0)
            for (int row = 0; row < 32; row += 16)
                hicuda_start_copy(&a_tile[0][row + thread / 4][thread % 4 * 4], &a[(long)(i_base + row + thread / 4) * m + thread % 4 * 4], 16);
        else
            for (int row = 0; row < 32; row += 4) {
                int from_row = i_base + row + thread / 16;
                int from_column = thread % 16;
                if (from_row < n && from_column < m)
                    hicuda_start_copy(&a_tile[0][row + thread / 16][thread % 16], &a[(long)from_row * m + from_column], 4);
                else
                    a_tile[0][row + thread / 16][thread % 16] = 0;
            }
        if (16 <= m && j_base + 32 <= n && n % 4 == 0)
            for (int row = 0; row < 16; row += 8)
                hicuda_start_copy(&b_tile[0][row + threadIdx.y][threadIdx.x * 4], &b[(long)(row + threadIdx.y) * n + j_base + threadIdx.x * 4], 16);
        else
            for (int row = 0; row < 16; row += 2) {
                int from_row = row + thread / 32;
                int from_column = j_base + thread % 32;
                if (from_row < m && from_column < n)
                    hicuda_start_copy(&b_tile[0][row + thread / 32][thread % 32], &b[(long)from_row * n + from_column], 4);
                else
                    b_tile[0][row + thread / 32][thread % 32] = 0;
            }
    }
    int buffer = 0;
    for (int k_stage = 0; k_stage < m; k_stage += 16) {
        hicuda_await_copies();
        __syncthreads();
        if (k_stage + 16 < m) {
            if (i_base + 32 <= n && k_stage + 32 <= m && m % 4 == 0)
                for (int row = 0; row < 32; row += 16)
                    hicuda_start_copy(&a_tile[1 - buffer][row + thread / 4][thread % 4 * 4], &a[(long)(i_base + row + thread / 4) * m + k_stage + 16 + thread % 4 * 4], 16);
            else
                for (int row = 0; row < 32; row += 4) {
                    int from_row = i_base + row + thread / 16;
                    int from_column = k_stage + 16 + thread % 16;
                    if (from_row < n && from_column < m)
                        hicuda_start_copy(&a_tile[1 - buffer][row + thread / 16][thread % 16], &a[(long)from_row * m + from_column], 4);
                    else
                        a_tile[1 - buffer][row + thread / 16][thread % 16] = 0;
                }
            if (k_stage + 32 <= m && j_base + 32 <= n && n % 4 == 0)
                for (int row = 0; row < 16; row += 8)
                    hicuda_start_copy(&b_tile[1 - buffer][row + threadIdx.y][threadIdx.x * 4], &b[(long)(k_stage + 16 + row + threadIdx.y) * n + j_base + threadIdx.x * 4], 16);
            else
                for (int row = 0; row < 16; row += 2) {
                    int from_row = k_stage + 16 + row + thread / 32;
                    int from_column = j_base + thread % 32;
                    if (from_row < m && from_column < n)
                        hicuda_start_copy(&b_tile[1 - buffer][row + thread / 32][thread % 32], &b[(long)from_row * n + from_column], 4);
                    else
                        b_tile[1 - buffer][row + thread / 32][thread % 32] = 0;
                }
        }
        if (k_stage + 15 < m) {
            #pragma unroll
            for (int k = 0; k < 16; k++) {
                #pragma unroll
                for (int u = 0; u < 4; u++) {
                    #pragma unroll
                    for (int v = 0; v < 4; v++)
                        sum[u][v] += a_tile[buffer][threadIdx.y + 8 * u][k] * b_tile[buffer][k][threadIdx.x * 4 + v];
                }
            }
        } else
            for (int k = k_stage; k < m; k++) {
                #pragma unroll
                for (int u = 0; u < 4; u++) {
                    #pragma unroll
                    for (int v = 0; v < 4; v++)
                        sum[u][v] += a_tile[buffer][threadIdx.y + 8 * u][k - k_stage] * b_tile[buffer][k - k_stage][threadIdx.x * 4 + v];
                }
            }
        buffer = 1 - buffer;
    }
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        #pragma unroll
        for (int v = 0; v < 4; v++) {
            if (i + 8 * u < n && j + v < n)
                c[(i + 8 * u) * n + (j + v)] = sum[u][v];
        }
    }
}

static void linear(int n, int m, float *c, const float *a, const float *b)
{
    float *d_a2;
    hicuda_check(cudaMalloc((void **)&d_a2, sizeof(float) * n * m), "stage.c:48: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a2, a, sizeof(float) * n * m, cudaMemcpyHostToDevice), "stage.c:48: global alloc a[*][*] copyin");
    float *d_b2;
    hicuda_check(cudaMalloc((void **)&d_b2, sizeof(float) * m * n), "stage.c:49: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b2, b, sizeof(float) * m * n, cudaMemcpyHostToDevice), "stage.c:49: global alloc b[*][*] copyin");
    float *d_c2;
    hicuda_check(cudaMalloc((void **)&d_c2, sizeof(float) * n * n), "stage.c:50: global alloc c[*][*]");
    if ((n + 31) / 32 > 0) {
        hicuda_require((n + 31) / 32 <= 65535, "stage.c:51: kernel rows tblock((n + 31) / 32, (n + 31) / 32) thread(8, 8): a grid has at most 65535 blocks in an outer dimension; write fewer into tblock");
        rows<<<dim3((n + 31) / 32, (n + 31) / 32), dim3(8, 8)>>>(d_a2, d_b2, d_c2, n, m);
        hicuda_launched(cudaGetLastError(), "stage.c:51: kernel rows tblock((n + 31) / 32, (n + 31) / 32) thread(8, 8)");
    }
    hicuda_check(cudaMemcpy(c, d_c2, sizeof(float) * n * n, cudaMemcpyDeviceToHost), "stage.c:63: global copyout c[*][*]");
    hicuda_check(cudaFree(d_a2), "stage.c:64: global free a b c");
    hicuda_check(cudaFree(d_b2), "stage.c:64: global free a b c");
    hicuda_check(cudaFree(d_c2), "stage.c:64: global free a b c");
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 75, m = 53;
    float *x = (float *)malloc(n * m * sizeof *x), *y = (float *)malloc(n * m * sizeof *y), *z = (float *)malloc(n * n * sizeof *z);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (float)(i * j % 5);
            b[i][j] = (float)((i + j) % 7);
        }
    for (int i = 0; i < n * m; i++) {
        x[i] = (float)(i % 11);
        y[i] = (float)(i % 3);
    }
    product(n, c, (const float (*)[96])a, (const float (*)[96])b);
    linear(n, m, z, x, y);
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += c[i][j] * (1 + (i + 3 * j) % 11);
    for (int i = 0; i < n * n; i++)
        sum += z[i] * (1 + i % 13);
    printf("%.1f\n", sum);
    free(x);
    free(y);
    free(z);
    return 0;
}
