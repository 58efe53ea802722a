//@ emit: cuda cpu
//@ run: cpu
// Nine operations, several types and ways of writing an update, in one loop.
#include <math.h>
#include <stdio.h>

int k[3000];
double d[3000];

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
static void *hicuda_results_memory[9];

static void hicuda_free_results(void)
{
    for (int place = 0; place < 9; place++)
        (void)cudaFree(hicuda_results_memory[place]);
}

static void *hicuda_results(int place, size_t bytes, const char *directive)
{
    static size_t held[9];
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
__device__ static long warp_sum(long value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        long other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value += other;
    }
    return value;
}

// The sum over the threads of the block, in all of them. All must call it.
__device__ static long block_sum(long value)
{
    __shared__ long of_warps[32];
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
__device__ static long block_sum_of(const long *values, unsigned int count)
{
    long value = 0;
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value += values[i];
    return block_sum(value);
}

// The product over the first `lanes` threads of a warp, in the first of them.
__device__ static double warp_product(double value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        double other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value *= other;
    }
    return value;
}

// The product over the threads of the block, in all of them. All must call it.
__device__ static double block_product(double value)
{
    __shared__ double of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    value = warp_product(value, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0)
        of_warps[warp] = value;
    __syncthreads();
    if (warps == 1)
        return of_warps[0];
    if (warp == 0 && lane < warps) {
        value = warp_product(of_warps[lane], lane, warps);
        if (lane == 0)
            of_warps[0] = value;
    }
    __syncthreads();
    return of_warps[0];
}

// The product of values in memory, computed by the block together.
__device__ static double block_product_of(const double *values, unsigned int count)
{
    double value = 1;
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value *= values[i];
    return block_product(value);
}

// The smallest over the first `lanes` threads of a warp, in the first of them.
__device__ static double warp_min(double value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        double other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value = min(value, other);
    }
    return value;
}

// The smallest over the threads of the block, in all of them. All must call it.
__device__ static double block_min(double value)
{
    __shared__ double of_warps[32];
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

// The smallest of values in memory, computed by the block together.
__device__ static double block_min_of(const double *values, unsigned int count)
{
    double value = values[0];
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value = min(value, values[i]);
    return block_min(value);
}

// The largest over the first `lanes` threads of a warp, in the first of them.
__device__ static double warp_max(double value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        double other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value = max(value, other);
    }
    return value;
}

// The largest over the threads of the block, in all of them. All must call it.
__device__ static double block_max(double value)
{
    __shared__ double of_warps[32];
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
__device__ static double block_max_of(const double *values, unsigned int count)
{
    double value = values[0];
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value = max(value, values[i]);
    return block_max(value);
}

// The bitwise and over the first `lanes` threads of a warp, in the first of them.
__device__ static unsigned char warp_and(unsigned char value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        unsigned char other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value &= other;
    }
    return value;
}

// The bitwise and over the threads of the block, in all of them. All must call it.
__device__ static unsigned char block_and(unsigned char value)
{
    __shared__ unsigned char of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    value = warp_and(value, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0)
        of_warps[warp] = value;
    __syncthreads();
    if (warps == 1)
        return of_warps[0];
    if (warp == 0 && lane < warps) {
        value = warp_and(of_warps[lane], lane, warps);
        if (lane == 0)
            of_warps[0] = value;
    }
    __syncthreads();
    return of_warps[0];
}

// The bitwise and of values in memory, computed by the block together.
__device__ static unsigned char block_and_of(const unsigned char *values, unsigned int count)
{
    unsigned char value = values[0];
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value &= values[i];
    return block_and(value);
}

// The bitwise or over the first `lanes` threads of a warp, in the first of them.
__device__ static unsigned int warp_or(unsigned int value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        unsigned int other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value |= other;
    }
    return value;
}

// The bitwise or over the threads of the block, in all of them. All must call it.
__device__ static unsigned int block_or(unsigned int value)
{
    __shared__ unsigned int of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    value = warp_or(value, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0)
        of_warps[warp] = value;
    __syncthreads();
    if (warps == 1)
        return of_warps[0];
    if (warp == 0 && lane < warps) {
        value = warp_or(of_warps[lane], lane, warps);
        if (lane == 0)
            of_warps[0] = value;
    }
    __syncthreads();
    return of_warps[0];
}

// The bitwise or of values in memory, computed by the block together.
__device__ static unsigned int block_or_of(const unsigned int *values, unsigned int count)
{
    unsigned int value = values[0];
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value |= values[i];
    return block_or(value);
}

// The exclusive or over the first `lanes` threads of a warp, in the first of them.
__device__ static unsigned int warp_xor(unsigned int value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        unsigned int other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value ^= other;
    }
    return value;
}

// The exclusive or over the threads of the block, in all of them. All must call it.
__device__ static unsigned int block_xor(unsigned int value)
{
    __shared__ unsigned int of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    value = warp_xor(value, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0)
        of_warps[warp] = value;
    __syncthreads();
    if (warps == 1)
        return of_warps[0];
    if (warp == 0 && lane < warps) {
        value = warp_xor(of_warps[lane], lane, warps);
        if (lane == 0)
            of_warps[0] = value;
    }
    __syncthreads();
    return of_warps[0];
}

// The exclusive or of values in memory, computed by the block together.
__device__ static unsigned int block_xor_of(const unsigned int *values, unsigned int count)
{
    unsigned int value = 0;
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value ^= values[i];
    return block_xor(value);
}

// The conjunction over the first `lanes` threads of a warp, in the first of them.
__device__ static int warp_all(int value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        int other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value = value == other ? value : value && other;
    }
    return value;
}

// The conjunction over the threads of the block, in all of them. All must call it.
__device__ static int block_all(int value)
{
    __shared__ int of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    value = warp_all(value, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0)
        of_warps[warp] = value;
    __syncthreads();
    if (warps == 1)
        return of_warps[0];
    if (warp == 0 && lane < warps) {
        value = warp_all(of_warps[lane], lane, warps);
        if (lane == 0)
            of_warps[0] = value;
    }
    __syncthreads();
    return of_warps[0];
}

// The conjunction of values in memory, computed by the block together.
__device__ static int block_all_of(const int *values, unsigned int count)
{
    int value = values[0];
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value = value == values[i] ? value : value && values[i];
    return block_all(value);
}

// The disjunction over the first `lanes` threads of a warp, in the first of them.
__device__ static int warp_any(int value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        int other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value = value == other ? value : value || other;
    }
    return value;
}

// The disjunction over the threads of the block, in all of them. All must call it.
__device__ static int block_any(int value)
{
    __shared__ int of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    value = warp_any(value, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0)
        of_warps[warp] = value;
    __syncthreads();
    if (warps == 1)
        return of_warps[0];
    if (warp == 0 && lane < warps) {
        value = warp_any(of_warps[lane], lane, warps);
        if (lane == 0)
            of_warps[0] = value;
    }
    __syncthreads();
    return of_warps[0];
}

// The disjunction of values in memory, computed by the block together.
__device__ static int block_any_of(const int *values, unsigned int count)
{
    int value = values[0];
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value = value == values[i] ? value : value || values[i];
    return block_any(value);
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

static __device__ unsigned int every_blocks_done;

// every-operation.c:24: kernel every
__global__ void every(const int *__restrict__ k, const double *__restrict__ d, int n, long sum_before, long *sum_of_blocks, double product_before, double *product_of_blocks, double least_before, double *least_of_blocks, double most_before, double *most_of_blocks, unsigned char all_bits_before, unsigned char *all_bits_of_blocks, unsigned int any_bits_before, unsigned int *any_bits_of_blocks, unsigned int parity_before, unsigned int *parity_of_blocks, int ok_before, int *ok_of_blocks, int found_before, int *found_of_blocks)
{
    long sum = 0;
    double product = 1;
    double least = least_before;
    double most = most_before;
    unsigned char all_bits = all_bits_before;
    unsigned int any_bits = any_bits_before;
    unsigned int parity = 0;
    int ok = ok_before;
    int found = found_before;
    int i_chunk = (n + 4) / 5;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 70) {
        sum -= k[i];
        product = d[i] * product;
        if (d[i] - k[i] < least)
            least = d[i] - k[i];
        most = fmax(most, k[i] * 0.5);
        all_bits &= k[i] | 0x55;
        any_bits = any_bits | k[i] << 2;
        parity ^= k[i];
        if (k[i] < 0)
            ok = 0;
        found = found || k[i] == 1023;
    }
    sum = block_sum(sum);
    product = block_product(product);
    least = block_min(least);
    most = block_max(most);
    all_bits = block_and(all_bits);
    any_bits = block_or(any_bits);
    parity = block_xor(parity);
    ok = block_all(ok);
    found = block_any(found);
    if (threadIdx.x == 0) {
        sum_of_blocks[blockIdx.x] = sum;
        product_of_blocks[blockIdx.x] = product;
        least_of_blocks[blockIdx.x] = least;
        most_of_blocks[blockIdx.x] = most;
        all_bits_of_blocks[blockIdx.x] = all_bits;
        any_bits_of_blocks[blockIdx.x] = any_bits;
        parity_of_blocks[blockIdx.x] = parity;
        ok_of_blocks[blockIdx.x] = ok;
        found_of_blocks[blockIdx.x] = found;
    }
    if (is_last_block(&every_blocks_done)) {
        sum = block_sum_of(sum_of_blocks, gridDim.x);
        product = block_product_of(product_of_blocks, gridDim.x);
        least = block_min_of(least_of_blocks, gridDim.x);
        most = block_max_of(most_of_blocks, gridDim.x);
        all_bits = block_and_of(all_bits_of_blocks, gridDim.x);
        any_bits = block_or_of(any_bits_of_blocks, gridDim.x);
        parity = block_xor_of(parity_of_blocks, gridDim.x);
        ok = block_all_of(ok_of_blocks, gridDim.x);
        found = block_any_of(found_of_blocks, gridDim.x);
        if (threadIdx.x == 0) {
            sum_of_blocks[0] = sum_before + sum;
            product_of_blocks[0] = product_before * product;
            least_of_blocks[0] = least;
            most_of_blocks[0] = most;
            all_bits_of_blocks[0] = all_bits;
            any_bits_of_blocks[0] = any_bits;
            parity_of_blocks[0] = parity_before ^ parity;
            ok_of_blocks[0] = ok;
            found_of_blocks[0] = found;
        }
    }
}

int main(void)
{
    int n = 2999;
    long sum = -4;
    double product = 0.5, least = 1e9, most = -1e9;
    unsigned char all_bits = 0xff;
    unsigned any_bits = 1, parity = 6;
    int ok = 5, found = 0;
    for (int i = 0; i < 3000; i++) {
        k[i] = i * 37 % 1024;
        d[i] = i % 500 == 0 ? 2 : 1;
    }
    int *d_k;
    hicuda_check(cudaMalloc((void **)&d_k, sizeof k), "every-operation.c:22: global alloc k[*] copyin");
    hicuda_check(cudaMemcpy(d_k, k, sizeof k, cudaMemcpyHostToDevice), "every-operation.c:22: global alloc k[*] copyin");
    double *d_d;
    hicuda_check(cudaMalloc((void **)&d_d, sizeof d), "every-operation.c:23: global alloc d[*] copyin");
    hicuda_check(cudaMemcpy(d_d, d, sizeof d, cudaMemcpyHostToDevice), "every-operation.c:23: global alloc d[*] copyin");
    {
        long *d_sum = (long *)hicuda_results(0, sizeof(long) * 5, "every-operation.c:24: kernel every tblock(5) thread(70)");
        double *d_product = (double *)hicuda_results(1, sizeof(double) * 5, "every-operation.c:24: kernel every tblock(5) thread(70)");
        double *d_least = (double *)hicuda_results(2, sizeof(double) * 5, "every-operation.c:24: kernel every tblock(5) thread(70)");
        double *d_most = (double *)hicuda_results(3, sizeof(double) * 5, "every-operation.c:24: kernel every tblock(5) thread(70)");
        unsigned char *d_all_bits = (unsigned char *)hicuda_results(4, sizeof(unsigned char) * 5, "every-operation.c:24: kernel every tblock(5) thread(70)");
        unsigned int *d_any_bits = (unsigned int *)hicuda_results(5, sizeof(unsigned int) * 5, "every-operation.c:24: kernel every tblock(5) thread(70)");
        unsigned int *d_parity = (unsigned int *)hicuda_results(6, sizeof(unsigned int) * 5, "every-operation.c:24: kernel every tblock(5) thread(70)");
        int *d_ok = (int *)hicuda_results(7, sizeof(int) * 5, "every-operation.c:24: kernel every tblock(5) thread(70)");
        int *d_found = (int *)hicuda_results(8, sizeof(int) * 5, "every-operation.c:24: kernel every tblock(5) thread(70)");
        every<<<5, 70>>>(d_k, d_d, n, sum, d_sum, product, d_product, least, d_least, most, d_most, all_bits, d_all_bits, any_bits, d_any_bits, parity, d_parity, ok, d_ok, found, d_found);
        hicuda_launched(cudaGetLastError(), "every-operation.c:24: kernel every tblock(5) thread(70)");
        hicuda_check(cudaMemcpy(&sum, d_sum, sizeof(long), cudaMemcpyDeviceToHost), "every-operation.c:24: kernel every tblock(5) thread(70)");
        hicuda_check(cudaMemcpy(&product, d_product, sizeof(double), cudaMemcpyDeviceToHost), "every-operation.c:24: kernel every tblock(5) thread(70)");
        hicuda_check(cudaMemcpy(&least, d_least, sizeof(double), cudaMemcpyDeviceToHost), "every-operation.c:24: kernel every tblock(5) thread(70)");
        hicuda_check(cudaMemcpy(&most, d_most, sizeof(double), cudaMemcpyDeviceToHost), "every-operation.c:24: kernel every tblock(5) thread(70)");
        hicuda_check(cudaMemcpy(&all_bits, d_all_bits, sizeof(unsigned char), cudaMemcpyDeviceToHost), "every-operation.c:24: kernel every tblock(5) thread(70)");
        hicuda_check(cudaMemcpy(&any_bits, d_any_bits, sizeof(unsigned int), cudaMemcpyDeviceToHost), "every-operation.c:24: kernel every tblock(5) thread(70)");
        hicuda_check(cudaMemcpy(&parity, d_parity, sizeof(unsigned int), cudaMemcpyDeviceToHost), "every-operation.c:24: kernel every tblock(5) thread(70)");
        hicuda_check(cudaMemcpy(&ok, d_ok, sizeof(int), cudaMemcpyDeviceToHost), "every-operation.c:24: kernel every tblock(5) thread(70)");
        hicuda_check(cudaMemcpy(&found, d_found, sizeof(int), cudaMemcpyDeviceToHost), "every-operation.c:24: kernel every tblock(5) thread(70)");
    }
    hicuda_check(cudaFree(d_k), "every-operation.c:42: global free k d");
    hicuda_check(cudaFree(d_d), "every-operation.c:42: global free k d");
    printf("%ld %g %g %g\n", sum, product, least, most);
    printf("%x %x %x %d %d\n", all_bits, any_bits, parity, ok, found);
    return 0;
}
