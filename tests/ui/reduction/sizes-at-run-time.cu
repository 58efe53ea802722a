//@ emit: cuda cpu
//@ run: cpu
//@ not-simulated: the functions that combine threads are text for nvcc
// Any length, none included; the result goes to the host, to a device copy, or is
// added up by atomic operations.
#include <stdio.h>

static int a[5000];

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

static __device__ unsigned int host_result_blocks_done;

// sizes-at-run-time.c:15: kernel host_result
__global__ void host_result(const int *__restrict__ a, int n, int sum_before, int *sum_of_blocks)
{
    int sum = 0;
    int i = blockIdx.x * 96 + threadIdx.x;
    if (i < n)
        sum += a[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        sum_of_blocks[blockIdx.x] = sum;
    if (is_last_block(&host_result_blocks_done)) {
        sum = block_sum_of(sum_of_blocks, gridDim.x);
        if (threadIdx.x == 0)
            sum_of_blocks[0] = sum_before + sum;
    }
}

static __device__ unsigned int device_result_blocks_done;

// sizes-at-run-time.c:20: kernel device_result
__global__ void device_result(int *__restrict__ kept, const int *__restrict__ a, int n, int *kept_of_blocks)
{
    int kept_part = 0;
    int i_chunk = (n + 11) / 12;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    int i = i_begin + threadIdx.x;
    for (; i < i_end - 672; i += 768) {
        #pragma unroll
        for (int round = 0; round < 8; round++)
            kept_part += a[i + round * 96];
    }
    for (; i < i_end; i += 96)
        kept_part += a[i];
    kept_part = block_sum(kept_part);
    if (threadIdx.x == 0)
        kept_of_blocks[blockIdx.x] = kept_part;
    if (is_last_block(&device_result_blocks_done)) {
        kept_part = block_sum_of(kept_of_blocks, gridDim.x);
        if (threadIdx.x == 0)
            *kept += kept_part;
    }
}

// sizes-at-run-time.c:25: kernel quick_result
__global__ void quick_result(const int *__restrict__ a, int n, int *quick_result2)
{
    int quick = 0;
    int i_chunk = (n + 11) / 12;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    int i = i_begin + threadIdx.x;
    for (; i < i_end - 672; i += 768) {
        #pragma unroll
        for (int round = 0; round < 8; round++)
            quick += a[i + round * 96];
    }
    for (; i < i_end; i += 96)
        quick += a[i];
    quick = block_sum(quick);
    if (threadIdx.x == 0)
        atomicAdd(quick_result2, quick);
}

// sizes-at-run-time.c:30: kernel one_block
__global__ void one_block(const int *__restrict__ a, int n, int one_before, int *one_of_blocks)
{
    int one = 0;
    int i = threadIdx.x;
    for (; i < n - 672; i += 768) {
        #pragma unroll
        for (int round = 0; round < 8; round++)
            one += a[i + round * 96];
    }
    for (; i < n; i += 96)
        one += a[i];
    one = block_sum(one);
    if (threadIdx.x == 0)
        one_of_blocks[0] = one_before + one;
}

static void run(int n)
{
    int sum = 3, kept = 10, quick = 0, one = 7;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "sizes-at-run-time.c:13: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "sizes-at-run-time.c:13: global alloc a[*] copyin");
    int *d_kept;
    hicuda_check(cudaMalloc((void **)&d_kept, sizeof kept), "sizes-at-run-time.c:14: global alloc kept copyin");
    hicuda_check(cudaMemcpy(d_kept, &kept, sizeof kept, cudaMemcpyHostToDevice), "sizes-at-run-time.c:14: global alloc kept copyin");
    if ((n + 95) / 96 > 0) {
        int *d_sum = (int *)hicuda_results(0, sizeof(int) * ((n + 95) / 96), "sizes-at-run-time.c:15: kernel host_result tblock((n + 95) / 96) thread(96)");
        host_result<<<(n + 95) / 96, 96>>>(d_a, n, sum, d_sum);
        hicuda_check(cudaGetLastError(), "sizes-at-run-time.c:15: kernel host_result tblock((n + 95) / 96) thread(96)");
        hicuda_check(cudaDeviceSynchronize(), "sizes-at-run-time.c:15: kernel host_result tblock((n + 95) / 96) thread(96)");
        hicuda_check(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost), "sizes-at-run-time.c:15: kernel host_result tblock((n + 95) / 96) thread(96)");
    }
    {
        int *d_kept2 = (int *)hicuda_results(0, sizeof(int) * 12, "sizes-at-run-time.c:20: kernel device_result tblock(12) thread(96)");
        device_result<<<12, 96>>>(d_kept, d_a, n, d_kept2);
        hicuda_check(cudaGetLastError(), "sizes-at-run-time.c:20: kernel device_result tblock(12) thread(96)");
        hicuda_check(cudaDeviceSynchronize(), "sizes-at-run-time.c:20: kernel device_result tblock(12) thread(96)");
    }
    {
        int *d_quick = (int *)hicuda_results(0, sizeof(int), "sizes-at-run-time.c:25: kernel quick_result tblock(12) thread(96)");
        hicuda_check(cudaMemcpy(d_quick, &quick, sizeof(int), cudaMemcpyHostToDevice), "sizes-at-run-time.c:25: kernel quick_result tblock(12) thread(96)");
        quick_result<<<12, 96>>>(d_a, n, d_quick);
        hicuda_check(cudaGetLastError(), "sizes-at-run-time.c:25: kernel quick_result tblock(12) thread(96)");
        hicuda_check(cudaDeviceSynchronize(), "sizes-at-run-time.c:25: kernel quick_result tblock(12) thread(96)");
        hicuda_check(cudaMemcpy(&quick, d_quick, sizeof(int), cudaMemcpyDeviceToHost), "sizes-at-run-time.c:25: kernel quick_result tblock(12) thread(96)");
    }
    {
        int *d_one = (int *)hicuda_results(0, sizeof(int), "sizes-at-run-time.c:30: kernel one_block tblock(1) thread(96)");
        one_block<<<1, 96>>>(d_a, n, one, d_one);
        hicuda_check(cudaGetLastError(), "sizes-at-run-time.c:30: kernel one_block tblock(1) thread(96)");
        hicuda_check(cudaDeviceSynchronize(), "sizes-at-run-time.c:30: kernel one_block tblock(1) thread(96)");
        hicuda_check(cudaMemcpy(&one, d_one, sizeof(int), cudaMemcpyDeviceToHost), "sizes-at-run-time.c:30: kernel one_block tblock(1) thread(96)");
    }
    hicuda_check(cudaMemcpy(&kept, d_kept, sizeof kept, cudaMemcpyDeviceToHost), "sizes-at-run-time.c:35: global copyout kept");
    hicuda_check(cudaFree(d_a), "sizes-at-run-time.c:36: global free a kept");
    hicuda_check(cudaFree(d_kept), "sizes-at-run-time.c:36: global free a kept");
    printf("%d: %d %d %d %d\n", n, sum, kept, quick, one);
}

int main(void)
{
    for (int i = 0; i < 5000; i++)
        a[i] = i % 17 - 5;
    for (int n = -200; n <= 5000; n += 650)
        run(n);
    run(0);
    run(1);
    return 0;
}
