//@ emit: cuda cpu
//@ run: cpu
// Loops with barriers reduce too: each block once.
#include <stdio.h>

float a[640];

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
static void *hicuda_results_memory[1];

static void hicuda_free_results(void)
{
    for (int place = 0; place < 1; place++)
        (void)cudaFree(hicuda_results_memory[place]);
}

static void *hicuda_results(int place, size_t bytes, const char *directive)
{
    static size_t held[1];
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

// The sum over the first `lanes` threads of a warp, in the first of them.
__device__ static float warp_sum(float value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        float other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value += other;
    }
    return value;
}

// The sum over the threads of the block, in all of them. All must call it.
__device__ static float block_sum(float value)
{
    __shared__ float of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    value = warp_sum(value, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0)
        of_warps[warp] = value;
    __syncthreads();
    if (warps == 1)
        return of_warps[0];
    if (warp == 0 && lane < warps) {
        value = warp_sum(of_warps[lane], lane, warps);
        if (lane == 0)
            of_warps[0] = value;
    }
    __syncthreads();
    return of_warps[0];
}

// The sum of values in memory, computed by the block together.
__device__ static float block_sum_of(const float *values, unsigned int count)
{
    float value = 0;
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value += values[i];
    return block_sum(value);
}

// True in the block that calls this last; it sees what the others wrote before.
__device__ static int is_last_block(unsigned int *blocks_done)
{
    __shared__ int is_last;
    unsigned int last = gridDim.x * gridDim.y * gridDim.z - 1;
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
        __threadfence();
        is_last = atomicInc(blocks_done, last) == last;
        __threadfence();
    }
    __syncthreads();
    return is_last;
}

// The largest over the first `lanes` threads of a warp, in the first of them.
__device__ static float warp_max(float value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        float other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value = max(value, other);
    }
    return value;
}

// The largest over the threads of the block, in all of them. All must call it.
__device__ static float block_max(float value)
{
    __shared__ float of_warps[32];
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

static __device__ unsigned int neighbours_blocks_done;

// through-shared-memory.c:15: kernel neighbours
__global__ void neighbours(const float *__restrict__ a, float sum_before, float *sum_of_blocks)
{
    __shared__ float a_tile[34];
    float sum = 0;
    int i_begin = blockIdx.x * 64 + 1;
    int i_end = min(i_begin + 64, 639);
    for (int i_base = i_begin; i_base < i_end; i_base += 32) {
        int i = i_base + threadIdx.x;
        __syncthreads();
        for (int first = 0; first < 34; first += 32) {
            int element = first + threadIdx.x;
            if (element < 34) {
                int from = i_base - 1 + element;
                a_tile[element] = from < 640 ? a[from] : 0;
            }
        }
        __syncthreads();
        if (i < i_end)
            sum += a_tile[threadIdx.x] * a_tile[threadIdx.x + 2];
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        sum_of_blocks[blockIdx.x] = sum;
    if (is_last_block(&neighbours_blocks_done)) {
        sum = block_sum_of(sum_of_blocks, gridDim.x);
        if (threadIdx.x == 0)
            sum_of_blocks[0] = sum_before + sum;
    }
}

// through-shared-memory.c:23: kernel by_block
__global__ void by_block(const float *__restrict__ a, float *__restrict__ pairs)
{
    __shared__ float row[64];
    int b = blockIdx.x;
    float most = 0;
    float most_part = most;
    for (int j_base = 0; j_base < 64; j_base += 32) {
        int j = j_base + threadIdx.x;
        if (j < 64)
            row[j_base + threadIdx.x] = a[b * 64 + j];
        __syncthreads();
        if (j < 64)
            most_part = row[j_base + threadIdx.x] + b > most_part ? row[j_base + threadIdx.x] + b : most_part;
    }
    most = block_max(most_part);
    pairs[b] = most;
}

int main(void)
{
    float sum = 0, pairs[10];
    for (int i = 0; i < 640; i++)
        a[i] = i % 9;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "through-shared-memory.c:13: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "through-shared-memory.c:13: global alloc a[*] copyin");
    float *d_pairs;
    hicuda_check(cudaMalloc((void **)&d_pairs, sizeof pairs), "through-shared-memory.c:14: global alloc pairs[*]");
    {
        float *d_sum = (float *)hicuda_results(0, sizeof(float) * 10, "through-shared-memory.c:15: kernel neighbours tblock(10) thread(32)");
        neighbours<<<10, 32>>>(d_a, sum, d_sum);
        hicuda_launched(cudaGetLastError(), "through-shared-memory.c:15: kernel neighbours tblock(10) thread(32)");
        hicuda_check(cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost), "through-shared-memory.c:15: kernel neighbours tblock(10) thread(32)");
    }
    by_block<<<10, 32>>>(d_a, d_pairs);
    hicuda_launched(cudaGetLastError(), "through-shared-memory.c:23: kernel by_block tblock(10) thread(32)");
    hicuda_check(cudaMemcpy(pairs, d_pairs, sizeof pairs, cudaMemcpyDeviceToHost), "through-shared-memory.c:38: global copyout pairs[*]");
    hicuda_check(cudaFree(d_a), "through-shared-memory.c:39: global free a pairs");
    hicuda_check(cudaFree(d_pairs), "through-shared-memory.c:39: global free a pairs");
    printf("%g\n", sum);
    for (int b = 0; b < 10; b++)
        printf("%g ", pairs[b]);
    printf("\n");
    return 0;
}
