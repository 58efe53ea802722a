// A wavefront has 32 or 64 lanes: a block's sum and maximum take a tree in shared memory, and a
// part of the block too.
//@ emit: hip
//@ run: cpu
#include <stdio.h>
#define N 1000
float a[N];
int rows[8];
#include <hip/hip_runtime.h>
#include <stdlib.h>

// A failed HIP call ends the program and names the directive behind it.
static void hicuda_check(hipError_t status, const char *directive)
{
    if (status != hipSuccess) {
        fprintf(stderr, "%s: %s\n", directive, hipGetErrorString(status));
        if ((status == hipErrorIllegalAddress || status == hipErrorLaunchFailure) && !getenv("WARPLOOM_SYNC"))
            fprintf(stderr, "a kernel failed before that: WARPLOOM_SYNC=1 in the environment shows which\n");
        exit(EXIT_FAILURE);
    }
}

// The host goes on while a kernel runs. What fails in the kernel is reported by the next transfer,
// or here if the program runs with WARPLOOM_SYNC=1.
static void hicuda_launched(hipError_t status, const char *directive)
{
    if (status == hipSuccess && getenv("WARPLOOM_SYNC"))
        status = hipDeviceSynchronize();
    hicuda_check(status, directive);
}

// Device memory for the results of blocks, kept from launch to launch.
static void *hicuda_results_memory[2];

static void hicuda_free_results(void)
{
    for (int place = 0; place < 2; place++)
        (void)hipFree(hicuda_results_memory[place]);
}

static void *hicuda_results(int place, size_t bytes, const char *directive)
{
    static size_t held[2];
    static int is_first = 1;
    if (held[place] < bytes) {
        hicuda_check(hipFree(hicuda_results_memory[place]), directive);
        hicuda_check(hipMalloc(&hicuda_results_memory[place], bytes), directive);
        held[place] = bytes;
        if (is_first)
            atexit(hicuda_free_results);
        is_first = 0;
    }
    return hicuda_results_memory[place];
}

// The sum over `count` neighbouring threads, in all of them. The whole block must call it.
__device__ static float group_sum(float value, int count)
{
    __shared__ float parts[1024];
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int place = thread % count;
    __syncthreads();
    parts[thread] = value;
    for (int left = count; left > 1; left = (left + 1) / 2) {
        int half = (left + 1) / 2;
        __syncthreads();
        if (place < left / 2)
            parts[thread] += parts[thread + half];
    }
    __syncthreads();
    return parts[thread - place];
}

// The sum over the threads of the block, in all of them. All must call it.
__device__ static float block_sum(float value)
{
    return group_sum(value, blockDim.x * blockDim.y * blockDim.z);
}

// The sum of values in memory, computed by the block together.
__device__ static float block_sum_of(const float *values, unsigned int count)
{
    float value = 0;
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value += values[i];
    return block_sum(value);
}

// The largest over `count` neighbouring threads, in all of them. The whole block must call it.
__device__ static float group_max(float value, int count)
{
    __shared__ float parts[1024];
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int place = thread % count;
    __syncthreads();
    parts[thread] = value;
    for (int left = count; left > 1; left = (left + 1) / 2) {
        int half = (left + 1) / 2;
        __syncthreads();
        if (place < left / 2)
            parts[thread] = max(parts[thread], parts[thread + half]);
    }
    __syncthreads();
    return parts[thread - place];
}

// The largest over the threads of the block, in all of them. All must call it.
__device__ static float block_max(float value)
{
    return group_max(value, blockDim.x * blockDim.y * blockDim.z);
}

// The largest of values in memory, computed by the block together.
__device__ static float block_max_of(const float *values, unsigned int count)
{
    float value = values[0];
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value = max(value, values[i]);
    return block_max(value);
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

// The sum over `count` neighbouring threads, in all of them. The whole block must call it.
__device__ static int group_sum(int value, int count)
{
    __shared__ int parts[1024];
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int place = thread % count;
    __syncthreads();
    parts[thread] = value;
    for (int left = count; left > 1; left = (left + 1) / 2) {
        int half = (left + 1) / 2;
        __syncthreads();
        if (place < left / 2)
            parts[thread] += parts[thread + half];
    }
    __syncthreads();
    return parts[thread - place];
}

static __device__ unsigned int total_blocks_done;

// block-sums-without-shuffles.c:15: kernel total
__global__ void total(const float *__restrict__ a, float sum_before, float *sum_of_blocks, float largest_before, float *largest_of_blocks)
{
    float sum = 0;
    float largest = largest_before;
    int i = blockIdx.x * 125 + threadIdx.x;
    if (threadIdx.x < 125) {
        sum += a[i];
        if (a[i] > largest)
            largest = a[i];
    }
    sum = block_sum(sum);
    largest = block_max(largest);
    if (threadIdx.x == 0) {
        sum_of_blocks[blockIdx.x] = sum;
        largest_of_blocks[blockIdx.x] = largest;
    }
    if (is_last_block(&total_blocks_done)) {
        sum = block_sum_of(sum_of_blocks, gridDim.x);
        largest = block_max_of(largest_of_blocks, gridDim.x);
        if (threadIdx.x == 0) {
            sum_of_blocks[0] = sum_before + sum;
            largest_of_blocks[0] = largest;
        }
    }
}

// block-sums-without-shuffles.c:24: kernel by_rows
__global__ void by_rows(const float *__restrict__ a, int *__restrict__ rows)
{
    int r_base = blockIdx.x * 4;
    int r = r_base + threadIdx.y;
    int count = 0;
    int count_part = 0;
    int i = r + threadIdx.x * 8;
    for (; i < 104; i += 1024) {
        #pragma unroll
        for (int round = 0; round < 8; round++)
            count_part += a[i + round * 128] > 6;
    }
    for (; i < N; i += 128)
        count_part += a[i] > 6;
    count += group_sum(count_part, 16);
    rows[r] = count;
}

int main(void)
{
    float sum = 0, largest = 0;
    for (int i = 0; i < N; i++)
        a[i] = i % 13;
    float *d_a;
    hicuda_check(hipMalloc((void **)&d_a, sizeof a), "block-sums-without-shuffles.c:14: global alloc a[*] copyin");
    hicuda_check(hipMemcpy(d_a, a, sizeof a, hipMemcpyHostToDevice), "block-sums-without-shuffles.c:14: global alloc a[*] copyin");
    {
        float *d_sum = (float *)hicuda_results(0, sizeof(float) * 8, "block-sums-without-shuffles.c:15: kernel total tblock(8) thread(128)");
        float *d_largest = (float *)hicuda_results(1, sizeof(float) * 8, "block-sums-without-shuffles.c:15: kernel total tblock(8) thread(128)");
        total<<<8, 128>>>(d_a, sum, d_sum, largest, d_largest);
        hicuda_launched(hipGetLastError(), "block-sums-without-shuffles.c:15: kernel total tblock(8) thread(128)");
        hicuda_check(hipMemcpy(&sum, d_sum, sizeof(float), hipMemcpyDeviceToHost), "block-sums-without-shuffles.c:15: kernel total tblock(8) thread(128)");
        hicuda_check(hipMemcpy(&largest, d_largest, sizeof(float), hipMemcpyDeviceToHost), "block-sums-without-shuffles.c:15: kernel total tblock(8) thread(128)");
    }
    int *d_rows;
    hicuda_check(hipMalloc((void **)&d_rows, sizeof rows), "block-sums-without-shuffles.c:23: global alloc rows[*]");
    by_rows<<<2, dim3(16, 4)>>>(d_a, d_rows);
    hicuda_launched(hipGetLastError(), "block-sums-without-shuffles.c:24: kernel by_rows tblock(2) thread(4, 16)");
    hicuda_check(hipMemcpy(rows, d_rows, sizeof rows, hipMemcpyDeviceToHost), "block-sums-without-shuffles.c:34: global copyout rows[*]");
    hicuda_check(hipFree(d_a), "block-sums-without-shuffles.c:35: global free a rows");
    hicuda_check(hipFree(d_rows), "block-sums-without-shuffles.c:35: global free a rows");
    printf("%g %g", sum, largest);
    for (int r = 0; r < 8; r++)
        printf(" %d", rows[r]);
    printf("\n");
    return 0;
}
