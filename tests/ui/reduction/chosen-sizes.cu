//@ emit: cuda
//@ fix: diff
//@ run: cpu
// A reducing loop without sizes has as many blocks as keep the device busy, and they take turns.
#include <stdio.h>

int a[100000];

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
__device__ static int warp_sum(int value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        int other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value += other;
    }
    return value;
}

// The sum over the threads of the block, in all of them. All must call it.
__device__ static int block_sum(int value)
{
    __shared__ int of_warps[32];
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
__device__ static int block_sum_of(const int *values, unsigned int count)
{
    int value = 0;
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

// The largest of values in memory, computed by the block together.
__device__ static int block_max_of(const int *values, unsigned int count)
{
    int value = values[0];
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value = max(value, values[i]);
    return block_max(value);
}

static __device__ unsigned int add_blocks_done;

// chosen-sizes.c:15: kernel add
__global__ void add(const int *__restrict__ a, int n, int total_before, int *total_of_blocks)
{
    int total = 0;
    long i_first = (long)(blockIdx.x * 256 + threadIdx.x) * 4;
    for (; i_first < n - 1081347; i_first += 2162688) {
        int a_now[2][4];
        #pragma unroll
        for (int round = 0; round < 2; round++)
            memcpy(a_now[round], __builtin_assume_aligned(&a[i_first + round * 1081344], 16), 16);
        #pragma unroll
        for (int round = 0; round < 2; round++) {
            #pragma unroll
            for (int k = 0; k < 4; k++)
                total += a_now[round][k];
        }
    }
    for (; i_first < n; i_first += 1081344)
        for (int k = 0; k < 4 && i_first + k < n; k++)
            total += a[(int)(i_first + k)];
    total = block_sum(total);
    if (threadIdx.x == 0)
        total_of_blocks[blockIdx.x] = total;
    if (is_last_block(&add_blocks_done)) {
        total = block_sum_of(total_of_blocks, gridDim.x);
        if (threadIdx.x == 0)
            total_of_blocks[0] = total_before + total;
    }
}

static __device__ unsigned int largest_blocks_done;

// chosen-sizes.c:20: kernel largest
__global__ void largest(const int *__restrict__ a, int most_before, int *most_of_blocks)
{
    int most = most_before;
    int i = blockIdx.x * 250 + threadIdx.x;
    if (threadIdx.x < 250)
        most = a[i] > most ? a[i] : most;
    most = block_max(most);
    if (threadIdx.x == 0)
        most_of_blocks[blockIdx.x] = most;
    if (is_last_block(&largest_blocks_done)) {
        most = block_max_of(most_of_blocks, gridDim.x);
        if (threadIdx.x == 0)
            most_of_blocks[0] = most;
    }
}

int main(void)
{
    int n = 100000, total = 3, most = 0;
    for (int i = 0; i < n; i++)
        a[i] = i % 1000;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "chosen-sizes.c:14: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "chosen-sizes.c:14: global alloc a[*] copyin");
    {
        int *d_total = (int *)hicuda_results(0, sizeof(int) * 1056, "chosen-sizes.c:15: kernel add");
        add<<<1056, 256>>>(d_a, n, total, d_total);
        hicuda_launched(cudaGetLastError(), "chosen-sizes.c:15: kernel add");
        hicuda_check(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost), "chosen-sizes.c:15: kernel add");
    }
    {
        int *d_most = (int *)hicuda_results(0, sizeof(int) * 4, "chosen-sizes.c:20: kernel largest");
        largest<<<4, 256>>>(d_a, most, d_most);
        hicuda_launched(cudaGetLastError(), "chosen-sizes.c:20: kernel largest");
        hicuda_check(cudaMemcpy(&most, d_most, sizeof(int), cudaMemcpyDeviceToHost), "chosen-sizes.c:20: kernel largest");
    }
    hicuda_check(cudaFree(d_a), "chosen-sizes.c:25: global free a");
    printf("%d %d\n", total, most);
    return 0;
}
