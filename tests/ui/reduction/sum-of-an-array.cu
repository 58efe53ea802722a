//@ emit: cuda cpu
//@ run: cpu
//@ not-simulated: the functions that combine threads are text for nvcc
// The grid adds up; the host's variable has what it had and the sum.
#include <stdio.h>

#define N 10000

float a[N];

#include <stdlib.h>

// A failed CUDA call ends the program and names the directive behind it.
static void hicuda_check(cudaError_t status, const char *directive)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", directive, cudaGetErrorString(status));
        exit(EXIT_FAILURE);
    }
}

// Device memory for the results of blocks, kept from launch to launch.
static void *hicuda_results(int place, size_t bytes, const char *directive)
{
    static void *memory[1];
    static size_t held[1];
    if (held[place] < bytes) {
        hicuda_check(cudaFree(memory[place]), directive);
        hicuda_check(cudaMalloc(&memory[place], bytes), directive);
        held[place] = bytes;
    }
    return memory[place];
}

// True in the block that calls this last; it sees what the others wrote before.
static __device__ bool is_last_block(unsigned int *blocks_done)
{
    __shared__ bool is_last;
    const unsigned int blocks = gridDim.x * gridDim.y * gridDim.z;
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
        __threadfence();
        // Counts to the last block, and is 0 again for the next launch.
        is_last = atomicInc(blocks_done, blocks - 1) == blocks - 1;
        __threadfence();
    }
    __syncthreads();
    return is_last;
}

// The sum over the first `lanes` threads of a warp, in the first of them.
template <typename T>
static __device__ T warp_sum(T value, int lane, int lanes)
{
    const unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        T other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value += other;
    }
    return value;
}

// The sum over the threads of the block, in all of them. All must call it.
template <typename T>
static __device__ T block_sum(T value)
{
    __shared__ T of_warps[32];
    const int threads = blockDim.x * blockDim.y * blockDim.z;
    const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const int lane = thread % 32, warp = thread / 32, warps = (threads + 31) / 32;
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
template <typename T>
static __device__ T block_sum_of(const T *values, unsigned int count)
{
    const unsigned int threads = blockDim.x * blockDim.y * blockDim.z;
    T value = 0;
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += threads)
        value += values[i];
    return block_sum(value);
}

static __device__ unsigned int total_blocks_done;

// sum-of-an-array.c:18: kernel total
__global__ void total(const float *__restrict__ a, int n, float sum_before, float *sum_of_blocks)
{
    float sum = 0;
    int i = blockIdx.x * 128 + threadIdx.x;
    for (; i < n - 21504; i += 24576) {
        #pragma unroll
        for (int round = 0; round < 8; round++)
            sum += a[i + round * 3072];
    }
    for (; i < n; i += 3072)
        sum += a[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        sum_of_blocks[blockIdx.x] = sum;
    if (is_last_block(&total_blocks_done)) {
        sum = block_sum_of(sum_of_blocks, gridDim.x);
        if (threadIdx.x == 0)
            sum_of_blocks[0] = sum_before + sum;
    }
}

int main(void)
{
    int n = N - 1;
    float sum = 0.5f;
    for (int i = 0; i < N; i++)
        a[i] = (i * 7 % 13) * 0.25f;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "sum-of-an-array.c:17: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "sum-of-an-array.c:17: global alloc a[*] copyin");
    {
        float *d_sum = (float *)hicuda_results(0, sizeof(float) * 24, "sum-of-an-array.c:18: kernel total tblock(24) thread(128)");
        total<<<24, 128>>>(d_a, n, sum, d_sum);
        hicuda_check(cudaGetLastError(), "sum-of-an-array.c:18: kernel total tblock(24) thread(128)");
        hicuda_check(cudaDeviceSynchronize(), "sum-of-an-array.c:18: kernel total tblock(24) thread(128)");
        hicuda_check(cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost), "sum-of-an-array.c:18: kernel total tblock(24) thread(128)");
    }
    hicuda_check(cudaFree(d_a), "sum-of-an-array.c:23: global free a");
    printf("%g\n", sum);
    return 0;
}
