//@ emit: cuda
//@ run: cpu
// A loop over a section in shared or constant memory counts from where the
// section begins; where its index is used otherwise, that is added.
#include <stdio.h>

#define N 128
#define TILE 32

int a[N], b[N], c[N], weight[N];

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

__constant__ int c_weight[32];

// loops-over-tiles.c:23: kernel batch
__global__ void batch(int *__restrict__ b, const int *__restrict__ a, int first)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    for (int k = 0; k < TILE; k++)
        b[i] += a[i] * c_weight[k] + (first + k);
    for (int k = first + 1; k < first + TILE; k += 2)
        b[i] -= c_weight[k - first];
}

// loops-over-tiles.c:35: kernel tiles
__global__ void tiles(const int *__restrict__ a, int *__restrict__ c)
{
    __shared__ __align__(16) int a_tile[2][32];
    int i_base = blockIdx.x * 32;
    int i = i_base + threadIdx.x;
    int sum = 0;
    if (threadIdx.x < 8)
        hicuda_start_copy(&a_tile[0][threadIdx.x * 4], &a[threadIdx.x * 4], 16);
    int buffer = 0;
    for (int tile = 0; tile < N; tile += TILE) {
        hicuda_await_copies();
        __syncthreads();
        if (tile + TILE < N) {
            if (threadIdx.x < 8)
                hicuda_start_copy(&a_tile[1 - buffer][threadIdx.x * 4], &a[tile + TILE + threadIdx.x * 4], 16);
        }
        for (int j = 0; j < TILE; j += 2)
            sum += a_tile[buffer][j] * (tile + j - i);
        buffer = 1 - buffer;
    }
    c[i] = sum;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i % 7;
        weight[i] = i % 5 - 2;
    }
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "loops-over-tiles.c:18: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "loops-over-tiles.c:18: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "loops-over-tiles.c:19: global alloc b[*] clear");
    hicuda_check(cudaMemset(d_b, 0, sizeof b), "loops-over-tiles.c:19: global alloc b[*] clear");
    int *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "loops-over-tiles.c:20: global alloc c[*] clear");
    hicuda_check(cudaMemset(d_c, 0, sizeof c), "loops-over-tiles.c:20: global alloc c[*] clear");
    for (int first = 0; first < N; first += TILE) {
        hicuda_require(first >= 0, "loops-over-tiles.c:22: the section of `weight` starts before the array");
        hicuda_require(first + TILE - 1 < 128, "loops-over-tiles.c:22: the section of `weight` ends beyond the array");
        hicuda_check(cudaMemcpyToSymbol(c_weight, &weight[first], sizeof(int) * 32), "loops-over-tiles.c:22: constant copyin weight[first:first+TILE-1]");
        batch<<<4, 32>>>(d_b, d_a, first);
        hicuda_launched(cudaGetLastError(), "loops-over-tiles.c:23: kernel batch tblock(4) thread(32)");
    }
    tiles<<<4, 32>>>(d_a, d_c);
    hicuda_launched(cudaGetLastError(), "loops-over-tiles.c:35: kernel tiles tblock(4) thread(32)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "loops-over-tiles.c:50: global copyout b[*]");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "loops-over-tiles.c:51: global copyout c[*]");
    hicuda_check(cudaFree(d_a), "loops-over-tiles.c:52: global free a b c");
    hicuda_check(cudaFree(d_b), "loops-over-tiles.c:52: global free a b c");
    hicuda_check(cudaFree(d_c), "loops-over-tiles.c:52: global free a b c");
    for (int i = 0; i < N; i += 13)
        printf("%d %d\n", b[i], c[i]);
    return 0;
}
