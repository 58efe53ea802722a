//@ run: cpu
//@ emit: cuda
// Loops of one kernel over the same values give an element to the same thread, so that no barrier is
// needed between them: bounds that are not known, several dimensions, a loop around one of them, tiles
// in registers.
#include <stdio.h>
#include <stdlib.h>

#define N 48

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

// loops-shared-out-alike.c:16: kernel elements
__global__ void elements(float (*__restrict__ c)[48], const float (*__restrict__ a)[48], const float (*__restrict__ b)[48], int n, float beta)
{
    {
        int i = blockIdx.y * 16 + threadIdx.y;
        int j = blockIdx.x * 16 + threadIdx.x;
        if (i < n && j < n)
            c[i][j] *= beta;
    }
    {
        int i = blockIdx.y * 16 + threadIdx.y;
        int j = blockIdx.x * 16 + threadIdx.x;
        if (i < n && j < n)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
    }
}

// loops-shared-out-alike.c:30: kernel rows
__global__ void rows(float (*__restrict__ c)[48], const float (*__restrict__ a)[48], const float (*__restrict__ b)[48], int n, float beta)
{
    int i = blockIdx.x;
    for (int j = threadIdx.x; j < n; j += 256)
        c[i][j] *= beta;
    for (int k = 0; k < n; k++)
        for (int j = threadIdx.x; j < n; j += 256)
            c[i][j] += a[i][k] * b[k][j];
}

// loops-shared-out-alike.c:42: kernel triangle
__global__ void triangle(float (*__restrict__ c)[48], const float (*__restrict__ a)[48], int n, float beta)
{
    int i = blockIdx.x;
    for (int j = threadIdx.x; j < i + 1; j += 256)
        c[i][j] *= beta;
    for (int k = 0; k < n; k++)
        for (int j = threadIdx.x; j < i + 1; j += 256)
            c[i][j] += a[i][k] * a[j][k];
}

static void scaled_product(int n, float beta, const float a[N][N], const float b[N][N], float c[N][N])
{
    float (*d_a)[48];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * 48 * 48), "loops-shared-out-alike.c:13: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(float) * 48 * 48, cudaMemcpyHostToDevice), "loops-shared-out-alike.c:13: global alloc a[*][*] copyin");
    float (*d_b)[48];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(float) * 48 * 48), "loops-shared-out-alike.c:14: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof(float) * 48 * 48, cudaMemcpyHostToDevice), "loops-shared-out-alike.c:14: global alloc b[*][*] copyin");
    float (*d_c)[48];
    hicuda_check(cudaMalloc((void **)&d_c, sizeof(float) * 48 * 48), "loops-shared-out-alike.c:15: global alloc c[*][*] copyin");
    hicuda_check(cudaMemcpy(d_c, c, sizeof(float) * 48 * 48, cudaMemcpyHostToDevice), "loops-shared-out-alike.c:15: global alloc c[*][*] copyin");
    if ((n + 15) / 16 > 0) {
        hicuda_require((n + 15) / 16 <= 65535, "loops-shared-out-alike.c:16: kernel elements: a grid has at most 65535 blocks in an outer dimension; write fewer into tblock");
        elements<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(d_c, d_a, d_b, n, beta);
        hicuda_launched(cudaGetLastError(), "loops-shared-out-alike.c:16: kernel elements");
    }
    if (n > 0) {
        rows<<<n, 256>>>(d_c, d_a, d_b, n, beta);
        hicuda_launched(cudaGetLastError(), "loops-shared-out-alike.c:30: kernel rows");
    }
    if (n > 0) {
        triangle<<<n, 256>>>(d_c, d_a, n, beta);
        hicuda_launched(cudaGetLastError(), "loops-shared-out-alike.c:42: kernel triangle");
    }
    hicuda_check(cudaMemcpy(c, d_c, sizeof(float) * 48 * 48, cudaMemcpyDeviceToHost), "loops-shared-out-alike.c:54: global copyout c[*][*]");
    hicuda_check(cudaFree(d_a), "loops-shared-out-alike.c:55: global free a b c");
    hicuda_check(cudaFree(d_b), "loops-shared-out-alike.c:55: global free a b c");
    hicuda_check(cudaFree(d_c), "loops-shared-out-alike.c:55: global free a b c");
}

// loops-shared-out-alike.c:63: kernel tiles
__global__ void tiles(float (*__restrict__ c)[48], const float (*__restrict__ a)[48], const float (*__restrict__ b)[48])
{
    __shared__ __align__(16) float a_tile[2][16][8];
    __shared__ __align__(16) float b_tile[2][8][16];
    int thread = threadIdx.y * 4 + threadIdx.x;
    {
        int i = blockIdx.y * 16 + threadIdx.y;
        int j = blockIdx.x * 16 + threadIdx.x;
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            #pragma unroll
            for (int v = 0; v < 4; v++)
                c[i + 4 * u][j + 4 * v] = 0.5f * c[i + 4 * u][j + 4 * v] + (j + 4 * v);
        }
    }
    {
        int i_base = blockIdx.y * 16;
        int i = i_base + threadIdx.y;
        int j_base = blockIdx.x * 16;
        int j = j_base + threadIdx.x;
        float sum[4][4];
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            #pragma unroll
            for (int v = 0; v < 4; v++)
                sum[u][v] = c[i + 4 * u][j + 4 * v];
        }
        __syncthreads();
        for (int row = 0; row < 16; row += 8)
            hicuda_start_copy(&a_tile[0][row + thread / 2][thread % 2 * 4], &a[i_base + row + thread / 2][thread % 2 * 4], 16);
        for (int row = 0; row < 8; row += 4)
            hicuda_start_copy(&b_tile[0][row + threadIdx.y][threadIdx.x * 4], &b[row + threadIdx.y][j_base + threadIdx.x * 4], 16);
        int buffer = 0;
        for (int k0 = 0; k0 < N; k0 += 8) {
            hicuda_await_copies();
            __syncthreads();
            if (k0 + 8 < N) {
                for (int row = 0; row < 16; row += 8)
                    hicuda_start_copy(&a_tile[1 - buffer][row + thread / 2][thread % 2 * 4], &a[i_base + row + thread / 2][k0 + 8 + thread % 2 * 4], 16);
                for (int row = 0; row < 8; row += 4)
                    hicuda_start_copy(&b_tile[1 - buffer][row + threadIdx.y][threadIdx.x * 4], &b[k0 + 8 + row + threadIdx.y][j_base + threadIdx.x * 4], 16);
            }
            #pragma unroll
            for (int k = 0; k < 8; k++) {
                #pragma unroll
                for (int u = 0; u < 4; u++) {
                    #pragma unroll
                    for (int v = 0; v < 4; v++)
                        sum[u][v] += a_tile[buffer][threadIdx.y + 4 * u][k] * b_tile[buffer][k][threadIdx.x + 4 * v];
                }
            }
            buffer = 1 - buffer;
        }
        __syncthreads();
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            #pragma unroll
            for (int v = 0; v < 4; v++)
                c[i + 4 * u][j + 4 * v] = sum[u][v];
        }
    }
}

static void tiled(const float a[N][N], const float b[N][N], float c[N][N])
{
    float (*d_a2)[48];
    hicuda_check(cudaMalloc((void **)&d_a2, sizeof(float) * 48 * 48), "loops-shared-out-alike.c:60: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a2, a, sizeof(float) * 48 * 48, cudaMemcpyHostToDevice), "loops-shared-out-alike.c:60: global alloc a[*][*] copyin");
    float (*d_b2)[48];
    hicuda_check(cudaMalloc((void **)&d_b2, sizeof(float) * 48 * 48), "loops-shared-out-alike.c:61: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b2, b, sizeof(float) * 48 * 48, cudaMemcpyHostToDevice), "loops-shared-out-alike.c:61: global alloc b[*][*] copyin");
    float (*d_c2)[48];
    hicuda_check(cudaMalloc((void **)&d_c2, sizeof(float) * 48 * 48), "loops-shared-out-alike.c:62: global alloc c[*][*] copyin");
    hicuda_check(cudaMemcpy(d_c2, c, sizeof(float) * 48 * 48, cudaMemcpyHostToDevice), "loops-shared-out-alike.c:62: global alloc c[*][*] copyin");
    tiles<<<dim3(3, 3), dim3(4, 4)>>>(d_c2, d_a2, d_b2);
    hicuda_launched(cudaGetLastError(), "loops-shared-out-alike.c:63: kernel tiles tblock(3, 3) thread(4, 4)");
    hicuda_check(cudaMemcpy(c, d_c2, sizeof(float) * 48 * 48, cudaMemcpyDeviceToHost), "loops-shared-out-alike.c:84: global copyout c[*][*]");
    hicuda_check(cudaFree(d_a2), "loops-shared-out-alike.c:85: global free a b c");
    hicuda_check(cudaFree(d_b2), "loops-shared-out-alike.c:85: global free a b c");
    hicuda_check(cudaFree(d_c2), "loops-shared-out-alike.c:85: global free a b c");
}

int main(int argc, char **argv)
{
    static float a[N][N], b[N][N], c[N][N];
    int n = argc > 1 ? atoi(argv[1]) : 40;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (float)(i * j % 5);
            b[i][j] = (float)((i + j) % 7);
            c[i][j] = 1;
        }
    scaled_product(n, 0.5f, (const float (*)[48])a, (const float (*)[48])b, c);
    tiled((const float (*)[48])a, (const float (*)[48])b, c);
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += c[i][j] * (1 + (i + 3 * j) % 11);
    printf("%.1f\n", sum);
    return 0;
}
