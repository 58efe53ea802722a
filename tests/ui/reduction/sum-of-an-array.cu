//@ emit: cuda cpu
//@ run: cpu h200
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

static __device__ unsigned int total_blocks_done;

// sum-of-an-array.c:17: kernel total
__global__ void total(const float *__restrict__ a, int n, float sum_before, float *sum_of_blocks)
{
    float sum = 0;
    long i_first = (long)(blockIdx.x * 128 + threadIdx.x) * 4;
    for (; i_first < n - 12291; i_first += 24576) {
        float a_now[2][4];
        #pragma unroll
        for (int round = 0; round < 2; round++)
            memcpy(a_now[round], __builtin_assume_aligned(&a[i_first + round * 12288], 16), 16);
        #pragma unroll
        for (int round = 0; round < 2; round++) {
            #pragma unroll
            for (int k = 0; k < 4; k++)
                sum += a_now[round][k];
        }
    }
    for (; i_first < n; i_first += 12288)
        for (int k = 0; k < 4 && i_first + k < n; k++)
            sum += a[(int)(i_first + k)];
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
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "sum-of-an-array.c:16: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "sum-of-an-array.c:16: global alloc a[*] copyin");
    {
        float *d_sum = (float *)hicuda_results(0, sizeof(float) * 24, "sum-of-an-array.c:17: kernel total tblock(24) thread(128)");
        total<<<24, 128>>>(d_a, n, sum, d_sum);
        hicuda_launched(cudaGetLastError(), "sum-of-an-array.c:17: kernel total tblock(24) thread(128)");
        hicuda_check(cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost), "sum-of-an-array.c:17: kernel total tblock(24) thread(128)");
    }
    hicuda_check(cudaFree(d_a), "sum-of-an-array.c:22: global free a");
    printf("%g\n", sum);
    return 0;
}
