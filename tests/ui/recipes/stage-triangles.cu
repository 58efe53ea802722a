//@ run: cpu sim
//@ emit: cuda
// Two parts of one array in shared memory, and triangles whose blocks have barriers: threads outside a triangle go along,
// and blocks outside it do nothing.
#include <stdio.h>

#define N 75
#define M 50

static int a[N][M], lower[N][N], upper[N][N], above[N][N], b[M][N];

static unsigned check(int c[N][N])
{
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 31 + c[i][j];
    return sum;
}

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

// stage-triangles.c:29: kernel below_diagonal
__global__ void below_diagonal(int (*__restrict__ lower)[75], const int (*__restrict__ a)[50], int n, int m)
{
    __shared__ __align__(16) int a_tile[2][32][20];
    __shared__ __align__(16) int a_tile2[2][32][20];
    int thread = threadIdx.y * 8 + threadIdx.x;
    int i_base = blockIdx.y * 32;
    int i = i_base + threadIdx.y;
    {
        int j = blockIdx.x * 32 + threadIdx.x;
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            #pragma unroll
            for (int v = 0; v < 4; v++) {
                if (i + 8 * u < n && j + 8 * v < n) {
                    if (j + 8 * v <= i + 8 * u)
                        lower[i + 8 * u][j + 8 * v] *= 3;
                }
            }
        }
    }
    {
        int j_base = blockIdx.x * 32;
        int j = j_base + threadIdx.x;
        if (j_base <= i_base + 31) {
            int lower_sum[4][4] = {};
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                #pragma unroll
                for (int v = 0; v < 4; v++) {
                    if (i + 8 * u < n && j + 8 * v < n) {
                        lower_sum[u][v] = 0;
                        if (j + 8 * v <= i + 8 * u)
                            lower_sum[u][v] = lower[i + 8 * u][j + 8 * v];
                    }
                }
            }
            __syncthreads();
            if (0 < m) {
                if (i_base + 32 <= 75 && 2 == 0)
                    for (int row = 0; row < 32; row += 16)
                        hicuda_start_copy(&a_tile[0][row + thread / 4][thread % 4 * 4], &a[i_base + row + thread / 4][thread % 4 * 4], 16);
                else
                    for (int row = 0; row < 32; row += 4) {
                        int from_row = i_base + row + thread / 16;
                        int from_column = thread % 16;
                        if (from_row < 75 && from_column < 50)
                            hicuda_start_copy(&a_tile[0][row + thread / 16][thread % 16], &a[from_row][from_column], 4);
                        else
                            a_tile[0][row + thread / 16][thread % 16] = 0;
                    }
                if (j_base + 32 <= 75 && 2 == 0)
                    for (int row = 0; row < 32; row += 16)
                        hicuda_start_copy(&a_tile2[0][row + thread / 4][thread % 4 * 4], &a[j_base + row + thread / 4][thread % 4 * 4], 16);
                else
                    for (int row = 0; row < 32; row += 4) {
                        int from_row = j_base + row + thread / 16;
                        int from_column = thread % 16;
                        if (from_row < 75 && from_column < 50)
                            hicuda_start_copy(&a_tile2[0][row + thread / 16][thread % 16], &a[from_row][from_column], 4);
                        else
                            a_tile2[0][row + thread / 16][thread % 16] = 0;
                    }
            }
            int buffer = 0;
            for (int k_stage = 0; k_stage < m; k_stage += 16) {
                hicuda_await_copies();
                __syncthreads();
                if (k_stage + 16 < m) {
                    if (i_base + 32 <= 75 && k_stage + 32 <= 50 && 2 == 0)
                        for (int row = 0; row < 32; row += 16)
                            hicuda_start_copy(&a_tile[1 - buffer][row + thread / 4][thread % 4 * 4], &a[i_base + row + thread / 4][k_stage + 16 + thread % 4 * 4], 16);
                    else
                        for (int row = 0; row < 32; row += 4) {
                            int from_row = i_base + row + thread / 16;
                            int from_column = k_stage + 16 + thread % 16;
                            if (from_row < 75 && from_column < 50)
                                hicuda_start_copy(&a_tile[1 - buffer][row + thread / 16][thread % 16], &a[from_row][from_column], 4);
                            else
                                a_tile[1 - buffer][row + thread / 16][thread % 16] = 0;
                        }
                    if (j_base + 32 <= 75 && k_stage + 32 <= 50 && 2 == 0)
                        for (int row = 0; row < 32; row += 16)
                            hicuda_start_copy(&a_tile2[1 - buffer][row + thread / 4][thread % 4 * 4], &a[j_base + row + thread / 4][k_stage + 16 + thread % 4 * 4], 16);
                    else
                        for (int row = 0; row < 32; row += 4) {
                            int from_row = j_base + row + thread / 16;
                            int from_column = k_stage + 16 + thread % 16;
                            if (from_row < 75 && from_column < 50)
                                hicuda_start_copy(&a_tile2[1 - buffer][row + thread / 16][thread % 16], &a[from_row][from_column], 4);
                            else
                                a_tile2[1 - buffer][row + thread / 16][thread % 16] = 0;
                        }
                }
                if (k_stage + 15 < m) {
                    #pragma unroll
                    for (int k = 0; k < 16; k++) {
                        #pragma unroll
                        for (int u = 0; u < 4; u++) {
                            #pragma unroll
                            for (int v = 0; v < 4; v++)
                                lower_sum[u][v] += a_tile[buffer][threadIdx.y + 8 * u][k] * a_tile2[buffer][threadIdx.x + 8 * v][k];
                        }
                    }
                } else
                    for (int k = k_stage; k < m; k++) {
                        #pragma unroll
                        for (int u = 0; u < 4; u++) {
                            #pragma unroll
                            for (int v = 0; v < 4; v++)
                                lower_sum[u][v] += a_tile[buffer][threadIdx.y + 8 * u][k - k_stage] * a_tile2[buffer][threadIdx.x + 8 * v][k - k_stage];
                        }
                    }
                buffer = 1 - buffer;
            }
            __syncthreads();
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                #pragma unroll
                for (int v = 0; v < 4; v++) {
                    if (i + 8 * u < n && j + 8 * v < n) {
                        if (j + 8 * v <= i + 8 * u) {
                            if (0 < m)
                                lower[i + 8 * u][j + 8 * v] = lower_sum[u][v];
                        }
                    }
                }
            }
        }
    }
}

// stage-triangles.c:44: kernel from_diagonal
__global__ void from_diagonal(int (*__restrict__ upper)[75], const int (*__restrict__ b)[75], int n, int m)
{
    __shared__ __align__(16) int b_tile[2][16][32];
    __shared__ __align__(16) int b_tile2[2][16][32];
    int thread = threadIdx.y * 8 + threadIdx.x;
    int i_base = blockIdx.y * 32;
    int i = i_base + threadIdx.y;
    int j_base = blockIdx.x * 32;
    int j = j_base + threadIdx.x * 4;
    if (j_base + 31 >= i_base) {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            #pragma unroll
            for (int v = 0; v < 4; v++) {
                if (i + 8 * u < n && j + v < n) {
                    if (j + v >= i + 8 * u)
                        upper[i + 8 * u][j + v] = 0;
                }
            }
        }
        int upper_sum[4][4] = {};
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            #pragma unroll
            for (int v = 0; v < 4; v++) {
                if (i + 8 * u < n && j + v < n) {
                    upper_sum[u][v] = 0;
                    if (j + v >= i + 8 * u)
                        upper_sum[u][v] = upper[i + 8 * u][j + v];
                }
            }
        }
        __syncthreads();
        if (0 < m) {
            if (i_base + 32 <= 75 && 3 == 0)
                for (int row = 0; row < 16; row += 8)
                    hicuda_start_copy(&b_tile[0][row + threadIdx.y][threadIdx.x * 4], &b[row + threadIdx.y][i_base + threadIdx.x * 4], 16);
            else
                for (int row = 0; row < 16; row += 2) {
                    int from_row = row + thread / 32;
                    int from_column = i_base + thread % 32;
                    if (from_row < 50 && from_column < 75)
                        hicuda_start_copy(&b_tile[0][row + thread / 32][thread % 32], &b[from_row][from_column], 4);
                    else
                        b_tile[0][row + thread / 32][thread % 32] = 0;
                }
            if (j_base + 32 <= 75 && 3 == 0)
                for (int row = 0; row < 16; row += 8)
                    hicuda_start_copy(&b_tile2[0][row + threadIdx.y][threadIdx.x * 4], &b[row + threadIdx.y][j_base + threadIdx.x * 4], 16);
            else
                for (int row = 0; row < 16; row += 2) {
                    int from_row = row + thread / 32;
                    int from_column = j_base + thread % 32;
                    if (from_row < 50 && from_column < 75)
                        hicuda_start_copy(&b_tile2[0][row + thread / 32][thread % 32], &b[from_row][from_column], 4);
                    else
                        b_tile2[0][row + thread / 32][thread % 32] = 0;
                }
        }
        int buffer = 0;
        for (int k_stage2 = 0; k_stage2 < m; k_stage2 += 16) {
            hicuda_await_copies();
            __syncthreads();
            if (k_stage2 + 16 < m) {
                if (k_stage2 + 32 <= 50 && i_base + 32 <= 75 && 3 == 0)
                    for (int row = 0; row < 16; row += 8)
                        hicuda_start_copy(&b_tile[1 - buffer][row + threadIdx.y][threadIdx.x * 4], &b[k_stage2 + 16 + row + threadIdx.y][i_base + threadIdx.x * 4], 16);
                else
                    for (int row = 0; row < 16; row += 2) {
                        int from_row = k_stage2 + 16 + row + thread / 32;
                        int from_column = i_base + thread % 32;
                        if (from_row < 50 && from_column < 75)
                            hicuda_start_copy(&b_tile[1 - buffer][row + thread / 32][thread % 32], &b[from_row][from_column], 4);
                        else
                            b_tile[1 - buffer][row + thread / 32][thread % 32] = 0;
                    }
                if (k_stage2 + 32 <= 50 && j_base + 32 <= 75 && 3 == 0)
                    for (int row = 0; row < 16; row += 8)
                        hicuda_start_copy(&b_tile2[1 - buffer][row + threadIdx.y][threadIdx.x * 4], &b[k_stage2 + 16 + row + threadIdx.y][j_base + threadIdx.x * 4], 16);
                else
                    for (int row = 0; row < 16; row += 2) {
                        int from_row = k_stage2 + 16 + row + thread / 32;
                        int from_column = j_base + thread % 32;
                        if (from_row < 50 && from_column < 75)
                            hicuda_start_copy(&b_tile2[1 - buffer][row + thread / 32][thread % 32], &b[from_row][from_column], 4);
                        else
                            b_tile2[1 - buffer][row + thread / 32][thread % 32] = 0;
                    }
            }
            if (k_stage2 + 15 < m) {
                #pragma unroll
                for (int k = 0; k < 16; k++) {
                    #pragma unroll
                    for (int u = 0; u < 4; u++) {
                        #pragma unroll
                        for (int v = 0; v < 4; v++)
                            upper_sum[u][v] += b_tile[buffer][k][threadIdx.y + 8 * u] * b_tile2[buffer][k][threadIdx.x * 4 + v];
                    }
                }
            } else
                for (int k = k_stage2; k < m; k++) {
                    #pragma unroll
                    for (int u = 0; u < 4; u++) {
                        #pragma unroll
                        for (int v = 0; v < 4; v++)
                            upper_sum[u][v] += b_tile[buffer][k - k_stage2][threadIdx.y + 8 * u] * b_tile2[buffer][k - k_stage2][threadIdx.x * 4 + v];
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
                    if (j + v >= i + 8 * u) {
                        if (0 < m)
                            upper[i + 8 * u][j + v] = upper_sum[u][v];
                    }
                }
            }
        }
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            #pragma unroll
            for (int v = 0; v < 4; v++) {
                if (i + 8 * u < n && j + v < n) {
                    if (j + v >= i + 8 * u)
                        upper[j + v][i + 8 * u] = upper[i + 8 * u][j + v];
                }
            }
        }
    }
}

// stage-triangles.c:57: kernel above_diagonal
__global__ void above_diagonal(int (*__restrict__ above)[75], const int (*__restrict__ a)[50], const int (*__restrict__ b)[75], int n, int m)
{
    __shared__ __align__(16) int a_tile[2][8][20];
    __shared__ __align__(16) int b_tile[2][16][8];
    int thread = threadIdx.y * 8 + threadIdx.x;
    int i_base = blockIdx.y * 8;
    int i = i_base + threadIdx.y;
    if (i < n - 1)
        above[i][i] = 1;
    int j_base = blockIdx.x * 8;
    int j = j_base + threadIdx.x;
    if (j_base + 7 >= i_base + 1) {
        int sum = 0;
        if (i < n - 1 && j < n) {
            if (j >= i + 1)
                sum = above[i][j];
        }
        __syncthreads();
        if (0 < m) {
            for (int row = 0; row < 8; row += 4) {
                int from_row = i_base + row + thread / 16;
                int from_column = thread % 16;
                if (from_row < 75 && from_column < 50)
                    hicuda_start_copy(&a_tile[0][row + thread / 16][thread % 16], &a[from_row][from_column], 4);
                else
                    a_tile[0][row + thread / 16][thread % 16] = 0;
            }
            for (int row = 0; row < 16; row += 8) {
                int from_row = row + threadIdx.y;
                int from_column = j_base + threadIdx.x;
                if (from_row < 50 && from_column < 75)
                    hicuda_start_copy(&b_tile[0][row + threadIdx.y][threadIdx.x], &b[from_row][from_column], 4);
                else
                    b_tile[0][row + threadIdx.y][threadIdx.x] = 0;
            }
        }
        int buffer = 0;
        for (int k_stage3 = 0; k_stage3 < m; k_stage3 += 16) {
            hicuda_await_copies();
            __syncthreads();
            if (k_stage3 + 16 < m) {
                for (int row = 0; row < 8; row += 4) {
                    int from_row = i_base + row + thread / 16;
                    int from_column = k_stage3 + 16 + thread % 16;
                    if (from_row < 75 && from_column < 50)
                        hicuda_start_copy(&a_tile[1 - buffer][row + thread / 16][thread % 16], &a[from_row][from_column], 4);
                    else
                        a_tile[1 - buffer][row + thread / 16][thread % 16] = 0;
                }
                for (int row = 0; row < 16; row += 8) {
                    int from_row = k_stage3 + 16 + row + threadIdx.y;
                    int from_column = j_base + threadIdx.x;
                    if (from_row < 50 && from_column < 75)
                        hicuda_start_copy(&b_tile[1 - buffer][row + threadIdx.y][threadIdx.x], &b[from_row][from_column], 4);
                    else
                        b_tile[1 - buffer][row + threadIdx.y][threadIdx.x] = 0;
                }
            }
            if (i < n - 1 && j < n) {
                if (k_stage3 + 15 < m)
                    for (int k = 0; k < 16; k++)
                        sum += a_tile[buffer][threadIdx.y][k] * b_tile[buffer][k][threadIdx.x];
                else
                    for (int k = k_stage3; k < m; k++)
                        sum += a_tile[buffer][threadIdx.y][k - k_stage3] * b_tile[buffer][k - k_stage3][threadIdx.x];
            }
            buffer = 1 - buffer;
        }
        __syncthreads();
        if (i < n - 1 && j < n) {
            if (j >= i + 1)
                above[i][j] = sum;
        }
    }
}

static void products(int n, int m)
{
int (*d_a)[50];
hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "stage-triangles.c:23: global alloc a[*][*] copyin");
hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "stage-triangles.c:23: global alloc a[*][*] copyin");
int (*d_b)[75];
hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "stage-triangles.c:24: global alloc b[*][*] copyin");
hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "stage-triangles.c:24: global alloc b[*][*] copyin");
int (*d_lower)[75];
hicuda_check(cudaMalloc((void **)&d_lower, sizeof lower), "stage-triangles.c:25: global alloc lower[*][*] copyin");
hicuda_check(cudaMemcpy(d_lower, lower, sizeof lower, cudaMemcpyHostToDevice), "stage-triangles.c:25: global alloc lower[*][*] copyin");
int (*d_upper)[75];
hicuda_check(cudaMalloc((void **)&d_upper, sizeof upper), "stage-triangles.c:26: global alloc upper[*][*] copyin");
hicuda_check(cudaMemcpy(d_upper, upper, sizeof upper, cudaMemcpyHostToDevice), "stage-triangles.c:26: global alloc upper[*][*] copyin");
int (*d_above)[75];
hicuda_check(cudaMalloc((void **)&d_above, sizeof above), "stage-triangles.c:27: global alloc above[*][*] copyin");
hicuda_check(cudaMemcpy(d_above, above, sizeof above, cudaMemcpyHostToDevice), "stage-triangles.c:27: global alloc above[*][*] copyin");
// Rows of `a` with rows of `a`, as far as the diagonal.
    if ((n + 31) / 32 > 0) {
        hicuda_require((n + 31) / 32 <= 65535, "stage-triangles.c:29: kernel below_diagonal thread(8, 8): a grid has at most 65535 blocks in an outer dimension; write fewer into tblock");
        below_diagonal<<<dim3((n + 31) / 32, (n + 31) / 32), dim3(8, 8)>>>(d_lower, d_a, n, m);
        hicuda_launched(cudaGetLastError(), "stage-triangles.c:29: kernel below_diagonal thread(8, 8)");
    }
// Columns with columns, from the diagonal on, and both halves are stored.
    if ((n + 31) / 32 > 0) {
        hicuda_require((n + 31) / 32 <= 65535, "stage-triangles.c:44: kernel from_diagonal thread(8, 8): a grid has at most 65535 blocks in an outer dimension; write fewer into tblock");
        from_diagonal<<<dim3((n + 31) / 32, (n + 31) / 32), dim3(8, 8)>>>(d_upper, d_b, n, m);
        hicuda_launched(cudaGetLastError(), "stage-triangles.c:44: kernel from_diagonal thread(8, 8)");
    }
// Without the diagonal, a sum in a variable, a thread for each result.
    if ((n + 6) / 8 > 0) {
        hicuda_require((n + 6) / 8 <= 65535, "stage-triangles.c:57: kernel above_diagonal thread(8, 8): a grid has at most 65535 blocks in an outer dimension; write fewer into tblock");
        above_diagonal<<<dim3((n + 7) / 8 > 0 ? (n + 7) / 8 : 1, (n + 6) / 8), dim3(8, 8)>>>(d_above, d_a, d_b, n, m);
        hicuda_launched(cudaGetLastError(), "stage-triangles.c:57: kernel above_diagonal thread(8, 8)");
    }
    hicuda_check(cudaMemcpy(lower, d_lower, sizeof lower, cudaMemcpyDeviceToHost), "stage-triangles.c:71: global copyout lower[*][*]");
    hicuda_check(cudaMemcpy(upper, d_upper, sizeof upper, cudaMemcpyDeviceToHost), "stage-triangles.c:72: global copyout upper[*][*]");
    hicuda_check(cudaMemcpy(above, d_above, sizeof above, cudaMemcpyDeviceToHost), "stage-triangles.c:73: global copyout above[*][*]");
    hicuda_check(cudaFree(d_a), "stage-triangles.c:74: global free a b lower upper above");
    hicuda_check(cudaFree(d_b), "stage-triangles.c:74: global free a b lower upper above");
    hicuda_check(cudaFree(d_lower), "stage-triangles.c:74: global free a b lower upper above");
    hicuda_check(cudaFree(d_upper), "stage-triangles.c:74: global free a b lower upper above");
    hicuda_check(cudaFree(d_above), "stage-triangles.c:74: global free a b lower upper above");
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < M; k++) {
            a[i][k] = (i * 5 + k) % 7 - 3;
            b[k][i] = (i + k * 3) % 5 - 2;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            lower[i][j] = upper[i][j] = above[i][j] = i - 2 * j;
    products(70, 41);
    printf("%u %u %u\n", check(lower), check(upper), check(above));
    return 0;
}
