//@ emit: cuda
//@ run: cpu
// The first block's maximum may be there before the last block begins.
#include <stdio.h>

#define N 5000

static int heights[N];

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

// Device memory for the results of blocks, kept from launch to launch.
static void *hicuda_results_memory[2];

static void hicuda_free_results(void)
{
    for (int place = 0; place < 2; place++)
        (void)cudaFree(hicuda_results_memory[place]);
}

static void *hicuda_results(int place, size_t bytes, const char *directive)
{
    static size_t held[2];
    static int is_first = 1;
    if (held[place] < bytes) {
        hicuda_check(cudaFree(hicuda_results_memory[place]), directive);
        hicuda_check(cudaMalloc(&hicuda_results_memory[place], bytes), directive);
        held[place] = bytes;
        if (is_first)
            atexit(hicuda_free_results);
        is_first = 0;
    }
    return hicuda_results_memory[place];
}

// The largest over the first `lanes` threads of a warp, in the first of them.
__device__ static int warp_max(int value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        int other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value = max(value, other);
    }
    return value;
}

// The largest over the threads of the block, in all of them. All must call it.
__device__ static int block_max(int value)
{
    __shared__ int of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    value = warp_max(value, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0)
        of_warps[warp] = value;
    __syncthreads();
    if (warps == 1)
        return of_warps[0];
    if (warp == 0 && lane < warps) {
        value = warp_max(of_warps[lane], lane, warps);
        if (lane == 0)
            of_warps[0] = value;
    }
    __syncthreads();
    return of_warps[0];
}

// The smallest over the first `lanes` threads of a warp, in the first of them.
__device__ static int warp_min(int value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        int other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value = min(value, other);
    }
    return value;
}

// The smallest over the threads of the block, in all of them. All must call it.
__device__ static int block_min(int value)
{
    __shared__ int of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    value = warp_min(value, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0)
        of_warps[warp] = value;
    __syncthreads();
    if (warps == 1)
        return of_warps[0];
    if (warp == 0 && lane < warps) {
        value = warp_min(of_warps[lane], lane, warps);
        if (lane == 0)
            of_warps[0] = value;
    }
    __syncthreads();
    return of_warps[0];
}

// fast-extremes.c:16: kernel extremes
__global__ void extremes(const int *__restrict__ heights, int highest_before, int *highest_result, int lowest_before, int *lowest_result)
{
    int highest = highest_before;
    int lowest = lowest_before;
    int i_begin = blockIdx.x * 625;
    int i = i_begin + threadIdx.x;
    for (; i < i_begin + 177; i += 512) {
        #pragma unroll
        for (int round = 0; round < 8; round++) {
            if (heights[i + round * 64] > highest)
                highest = heights[i + round * 64];
            if (heights[i + round * 64] < lowest)
                lowest = heights[i + round * 64];
        }
    }
    for (; i < i_begin + 625; i += 64) {
        if (heights[i] > highest)
            highest = heights[i];
        if (heights[i] < lowest)
            lowest = heights[i];
    }
    highest = block_max(highest);
    lowest = block_min(lowest);
    if (threadIdx.x == 0) {
        atomicMax(highest_result, highest);
        atomicMin(lowest_result, lowest);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        heights[i] = (i * 37 + 11) % 4001 - 2000;
    int highest = -3000, lowest = 3000;
    int *d_heights;
    hicuda_check(cudaMalloc((void **)&d_heights, sizeof heights), "fast-extremes.c:15: global alloc heights[*] copyin");
    hicuda_check(cudaMemcpy(d_heights, heights, sizeof heights, cudaMemcpyHostToDevice), "fast-extremes.c:15: global alloc heights[*] copyin");
    {
        int *d_highest = (int *)hicuda_results(0, sizeof(int), "fast-extremes.c:16: kernel extremes tblock(8) thread(64)");
        hicuda_check(cudaMemcpy(d_highest, &highest, sizeof(int), cudaMemcpyHostToDevice), "fast-extremes.c:16: kernel extremes tblock(8) thread(64)");
        int *d_lowest = (int *)hicuda_results(1, sizeof(int), "fast-extremes.c:16: kernel extremes tblock(8) thread(64)");
        hicuda_check(cudaMemcpy(d_lowest, &lowest, sizeof(int), cudaMemcpyHostToDevice), "fast-extremes.c:16: kernel extremes tblock(8) thread(64)");
        extremes<<<8, 64>>>(d_heights, highest, d_highest, lowest, d_lowest);
        hicuda_launched(cudaGetLastError(), "fast-extremes.c:16: kernel extremes tblock(8) thread(64)");
        hicuda_check(cudaMemcpy(&highest, d_highest, sizeof(int), cudaMemcpyDeviceToHost), "fast-extremes.c:16: kernel extremes tblock(8) thread(64)");
        hicuda_check(cudaMemcpy(&lowest, d_lowest, sizeof(int), cudaMemcpyDeviceToHost), "fast-extremes.c:16: kernel extremes tblock(8) thread(64)");
    }
    hicuda_check(cudaFree(d_heights), "fast-extremes.c:25: global free heights");
    printf("%d %d\n", highest, lowest);
    return 0;
}
