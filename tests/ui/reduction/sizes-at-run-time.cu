//@ emit: cuda cpu
//@ run: cpu
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

static __device__ unsigned int host_result_blocks_done;

// sizes-at-run-time.c:14: kernel host_result
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

// sizes-at-run-time.c:19: kernel device_result
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

// sizes-at-run-time.c:24: kernel quick_result
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

// sizes-at-run-time.c:29: kernel one_block
__global__ void one_block(const int *__restrict__ a, int n, int one_before, int *one_of_blocks)
{
    int one = 0;
    long i_first = (long)threadIdx.x * 4;
    for (; i_first < n - 387; i_first += 768) {
        int a_now[2][4];
        #pragma unroll
        for (int round = 0; round < 2; round++)
            memcpy(a_now[round], __builtin_assume_aligned(&a[i_first + round * 384], 16), 16);
        #pragma unroll
        for (int round = 0; round < 2; round++) {
            #pragma unroll
            for (int k = 0; k < 4; k++)
                one += a_now[round][k];
        }
    }
    for (; i_first < n; i_first += 384)
        for (int k = 0; k < 4 && i_first + k < n; k++)
            one += a[(int)(i_first + k)];
    one = block_sum(one);
    if (threadIdx.x == 0)
        one_of_blocks[0] = one_before + one;
}

static void run(int n)
{
    int sum = 3, kept = 10, quick = 0, one = 7;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "sizes-at-run-time.c:12: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "sizes-at-run-time.c:12: global alloc a[*] copyin");
    int *d_kept;
    hicuda_check(cudaMalloc((void **)&d_kept, sizeof kept), "sizes-at-run-time.c:13: global alloc kept copyin");
    hicuda_check(cudaMemcpy(d_kept, &kept, sizeof kept, cudaMemcpyHostToDevice), "sizes-at-run-time.c:13: global alloc kept copyin");
    if ((n + 95) / 96 > 0) {
        int *d_sum = (int *)hicuda_results(0, sizeof(int) * ((n + 95) / 96), "sizes-at-run-time.c:14: kernel host_result tblock((n + 95) / 96) thread(96)");
        host_result<<<(n + 95) / 96, 96>>>(d_a, n, sum, d_sum);
        hicuda_launched(cudaGetLastError(), "sizes-at-run-time.c:14: kernel host_result tblock((n + 95) / 96) thread(96)");
        hicuda_check(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost), "sizes-at-run-time.c:14: kernel host_result tblock((n + 95) / 96) thread(96)");
    }
    {
        int *d_kept2 = (int *)hicuda_results(0, sizeof(int) * 12, "sizes-at-run-time.c:19: kernel device_result tblock(12) thread(96)");
        device_result<<<12, 96>>>(d_kept, d_a, n, d_kept2);
        hicuda_launched(cudaGetLastError(), "sizes-at-run-time.c:19: kernel device_result tblock(12) thread(96)");
    }
    {
        int *d_quick = (int *)hicuda_results(0, sizeof(int), "sizes-at-run-time.c:24: kernel quick_result tblock(12) thread(96)");
        hicuda_check(cudaMemcpy(d_quick, &quick, sizeof(int), cudaMemcpyHostToDevice), "sizes-at-run-time.c:24: kernel quick_result tblock(12) thread(96)");
        quick_result<<<12, 96>>>(d_a, n, d_quick);
        hicuda_launched(cudaGetLastError(), "sizes-at-run-time.c:24: kernel quick_result tblock(12) thread(96)");
        hicuda_check(cudaMemcpy(&quick, d_quick, sizeof(int), cudaMemcpyDeviceToHost), "sizes-at-run-time.c:24: kernel quick_result tblock(12) thread(96)");
    }
    {
        int *d_one = (int *)hicuda_results(0, sizeof(int), "sizes-at-run-time.c:29: kernel one_block tblock(1) thread(96)");
        one_block<<<1, 96>>>(d_a, n, one, d_one);
        hicuda_launched(cudaGetLastError(), "sizes-at-run-time.c:29: kernel one_block tblock(1) thread(96)");
        hicuda_check(cudaMemcpy(&one, d_one, sizeof(int), cudaMemcpyDeviceToHost), "sizes-at-run-time.c:29: kernel one_block tblock(1) thread(96)");
    }
    hicuda_check(cudaMemcpy(&kept, d_kept, sizeof kept, cudaMemcpyDeviceToHost), "sizes-at-run-time.c:34: global copyout kept");
    hicuda_check(cudaFree(d_a), "sizes-at-run-time.c:35: global free a kept");
    hicuda_check(cudaFree(d_kept), "sizes-at-run-time.c:35: global free a kept");
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
