//@ emit: cuda
//@ run: cpu h200
// Loops that read along an array, of any type and length: whole vectors and what is left.
#include <stdio.h>

#define N 9973

signed char bytes[N];
short shorts[N];
double doubles[N];
int keys[N];
float weights[N];
int hist[10];

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
static void *hicuda_results_memory[3];

static void hicuda_free_results(void)
{
    for (int place = 0; place < 3; place++)
        (void)cudaFree(hicuda_results_memory[place]);
}

static void *hicuda_results(int place, size_t bytes, const char *directive)
{
    static size_t held[3];
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

// The sum over the first `lanes` threads of a warp, in the first of them.
__device__ static double warp_sum(double value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        double other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value += other;
    }
    return value;
}

// The sum over the threads of the block, in all of them. All must call it.
__device__ static double block_sum(double value)
{
    __shared__ double of_warps[32];
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
__device__ static double block_sum_of(const double *values, unsigned int count)
{
    double value = 0;
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value += values[i];
    return block_sum(value);
}

static __device__ unsigned int narrow_blocks_done;

// sixteen-bytes-at-a-time.c:34: kernel narrow
__global__ void narrow(const signed char *__restrict__ bytes, const short *__restrict__ shorts, int n, int sum_before, int *sum_of_blocks, int position_before, int *position_of_blocks, int most_before, int *most_of_blocks)
{
    int sum = 0;
    int position = 0;
    int most = most_before;
    long i_first = (long)(blockIdx.x * 40 + threadIdx.x) * 8;
    for (; i_first < n - 967; i_first += 1920) {
        signed char bytes_now[2][8];
        short shorts_now[2][8];
        #pragma unroll
        for (int round = 0; round < 2; round++) {
            memcpy(bytes_now[round], __builtin_assume_aligned(&bytes[i_first + round * 960], 8), 8);
            memcpy(shorts_now[round], __builtin_assume_aligned(&shorts[i_first + round * 960], 16), 16);
        }
        #pragma unroll
        for (int round = 0; round < 2; round++) {
            #pragma unroll
            for (int k = 0; k < 8; k++) {
                sum += bytes_now[round][k];
                if (shorts_now[round][k] > most)
                    most = shorts_now[round][k];
                position += (int)(i_first + round * 960 + k) % 3;
            }
        }
    }
    for (; i_first < n; i_first += 960)
        for (int k = 0; k < 8 && i_first + k < n; k++) {
            sum += bytes[(int)(i_first + k)];
            if (shorts[(int)(i_first + k)] > most)
                most = shorts[(int)(i_first + k)];
            position += (int)(i_first + k) % 3;
        }
    sum = block_sum(sum);
    position = block_sum(position);
    most = block_max(most);
    if (threadIdx.x == 0) {
        sum_of_blocks[blockIdx.x] = sum;
        position_of_blocks[blockIdx.x] = position;
        most_of_blocks[blockIdx.x] = most;
    }
    if (is_last_block(&narrow_blocks_done)) {
        sum = block_sum_of(sum_of_blocks, gridDim.x);
        position = block_sum_of(position_of_blocks, gridDim.x);
        most = block_max_of(most_of_blocks, gridDim.x);
        if (threadIdx.x == 0) {
            sum_of_blocks[0] = sum_before + sum;
            position_of_blocks[0] = position_before + position;
            most_of_blocks[0] = most;
        }
    }
}

static __device__ unsigned int wide_blocks_done;

// sixteen-bytes-at-a-time.c:43: kernel wide
__global__ void wide(const double *__restrict__ doubles, const float *__restrict__ weights, int n, double total_before, double *total_of_blocks, double weighted_before, double *weighted_of_blocks)
{
    double total = 0;
    double weighted = 0;
    long i_first = ((long)blockIdx.x * 33 + threadIdx.x) * 2;
    for (; i_first < (long)n - 133; i_first += 264) {
        double doubles_now[2][2];
        float weights_now[2][2];
        #pragma unroll
        for (int round = 0; round < 2; round++) {
            memcpy(doubles_now[round], __builtin_assume_aligned(&doubles[i_first + round * 132], 16), 16);
            memcpy(weights_now[round], __builtin_assume_aligned(&weights[i_first + round * 132], 8), 8);
        }
        #pragma unroll
        for (int round = 0; round < 2; round++) {
            #pragma unroll
            for (int k = 0; k < 2; k++) {
                total += doubles_now[round][k];
                weighted += doubles_now[round][k] * weights_now[round][k];
            }
        }
    }
    for (; i_first < n; i_first += 132)
        for (int k = 0; k < 2 && i_first + k < n; k++) {
            total += doubles[i_first + k];
            weighted += doubles[i_first + k] * weights[i_first + k];
        }
    total = block_sum(total);
    weighted = block_sum(weighted);
    if (threadIdx.x == 0) {
        total_of_blocks[blockIdx.x] = total;
        weighted_of_blocks[blockIdx.x] = weighted;
    }
    if (is_last_block(&wide_blocks_done)) {
        total = block_sum_of(total_of_blocks, gridDim.x);
        weighted = block_sum_of(weighted_of_blocks, gridDim.x);
        if (threadIdx.x == 0) {
            total_of_blocks[0] = total_before + total;
            weighted_of_blocks[0] = weighted_before + weighted;
        }
    }
}

// sixteen-bytes-at-a-time.c:50: kernel found
__global__ void found(const float *__restrict__ weights, int *__restrict__ hist, const int *__restrict__ keys, int n)
{
    __shared__ int hist_part[10][32];
    for (int element = threadIdx.x; element < 320; element += 64)
        hist_part[element / 32][element % 32] = 0;
    __syncthreads();
    long i_first = (long)(blockIdx.x * 64 + threadIdx.x) * 4;
    for (; i_first < n - 515; i_first += 1024) {
        float weights_now[2][4];
        int keys_now[2][4];
        #pragma unroll
        for (int round = 0; round < 2; round++) {
            memcpy(weights_now[round], __builtin_assume_aligned(&weights[i_first + round * 512], 16), 16);
            memcpy(keys_now[round], __builtin_assume_aligned(&keys[i_first + round * 512], 16), 16);
        }
        #pragma unroll
        for (int round = 0; round < 2; round++) {
            #pragma unroll
            for (int k = 0; k < 4; k++) {
                if (weights_now[round][k] > 1)
                    atomicAdd(&hist_part[keys_now[round][k]][threadIdx.x % 32], (int)(i_first + round * 512 + k) % 2);
            }
        }
    }
    for (; i_first < n; i_first += 512)
        for (int k = 0; k < 4 && i_first + k < n; k++) {
            if (weights[(int)(i_first + k)] > 1)
                atomicAdd(&hist_part[keys[(int)(i_first + k)]][threadIdx.x % 32], (int)(i_first + k) % 2);
        }
    __syncthreads();
    for (int element = threadIdx.x; element < 10; element += 64) {
        int total = hist_part[element][element % 32];
        for (int copy = 1; copy < 32; copy++)
            total += hist_part[element][(element + copy) % 32];
        atomicAdd(&hist[element], total);
    }
}

int main(void)
{
    static const int lengths[] = { 0, 1, 3, 15, 16, 17, 1000, 4096, N };
    for (int i = 0; i < N; i++) {
        bytes[i] = i * 7 % 41 - 20;
        shorts[i] = i * 13 % 301 - 150;
        doubles[i] = i % 9 * 0.25;
        keys[i] = i * 31 % 10;
        weights[i] = i % 5;
    }
    signed char *d_bytes;
    hicuda_check(cudaMalloc((void **)&d_bytes, sizeof bytes), "sixteen-bytes-at-a-time.c:25: global alloc bytes[*] copyin");
    hicuda_check(cudaMemcpy(d_bytes, bytes, sizeof bytes, cudaMemcpyHostToDevice), "sixteen-bytes-at-a-time.c:25: global alloc bytes[*] copyin");
    short *d_shorts;
    hicuda_check(cudaMalloc((void **)&d_shorts, sizeof shorts), "sixteen-bytes-at-a-time.c:26: global alloc shorts[*] copyin");
    hicuda_check(cudaMemcpy(d_shorts, shorts, sizeof shorts, cudaMemcpyHostToDevice), "sixteen-bytes-at-a-time.c:26: global alloc shorts[*] copyin");
    double *d_doubles;
    hicuda_check(cudaMalloc((void **)&d_doubles, sizeof doubles), "sixteen-bytes-at-a-time.c:27: global alloc doubles[*] copyin");
    hicuda_check(cudaMemcpy(d_doubles, doubles, sizeof doubles, cudaMemcpyHostToDevice), "sixteen-bytes-at-a-time.c:27: global alloc doubles[*] copyin");
    int *d_keys;
    hicuda_check(cudaMalloc((void **)&d_keys, sizeof keys), "sixteen-bytes-at-a-time.c:28: global alloc keys[*] copyin");
    hicuda_check(cudaMemcpy(d_keys, keys, sizeof keys, cudaMemcpyHostToDevice), "sixteen-bytes-at-a-time.c:28: global alloc keys[*] copyin");
    float *d_weights;
    hicuda_check(cudaMalloc((void **)&d_weights, sizeof weights), "sixteen-bytes-at-a-time.c:29: global alloc weights[*] copyin");
    hicuda_check(cudaMemcpy(d_weights, weights, sizeof weights, cudaMemcpyHostToDevice), "sixteen-bytes-at-a-time.c:29: global alloc weights[*] copyin");
    int *d_hist;
    hicuda_check(cudaMalloc((void **)&d_hist, sizeof hist), "sixteen-bytes-at-a-time.c:30: global alloc hist[*] copyin");
    hicuda_check(cudaMemcpy(d_hist, hist, sizeof hist, cudaMemcpyHostToDevice), "sixteen-bytes-at-a-time.c:30: global alloc hist[*] copyin");
    for (int k = 0; k < 9; k++) {
        int n = lengths[k], sum = 0, most = -1000, position = 0;
        double total = 0, weighted = 0;
        {
            int *d_sum = (int *)hicuda_results(0, sizeof(int) * 3, "sixteen-bytes-at-a-time.c:34: kernel narrow tblock(3) thread(40)");
            int *d_position = (int *)hicuda_results(1, sizeof(int) * 3, "sixteen-bytes-at-a-time.c:34: kernel narrow tblock(3) thread(40)");
            int *d_most = (int *)hicuda_results(2, sizeof(int) * 3, "sixteen-bytes-at-a-time.c:34: kernel narrow tblock(3) thread(40)");
            narrow<<<3, 40>>>(d_bytes, d_shorts, n, sum, d_sum, position, d_position, most, d_most);
            hicuda_launched(cudaGetLastError(), "sixteen-bytes-at-a-time.c:34: kernel narrow tblock(3) thread(40)");
            hicuda_check(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost), "sixteen-bytes-at-a-time.c:34: kernel narrow tblock(3) thread(40)");
            hicuda_check(cudaMemcpy(&position, d_position, sizeof(int), cudaMemcpyDeviceToHost), "sixteen-bytes-at-a-time.c:34: kernel narrow tblock(3) thread(40)");
            hicuda_check(cudaMemcpy(&most, d_most, sizeof(int), cudaMemcpyDeviceToHost), "sixteen-bytes-at-a-time.c:34: kernel narrow tblock(3) thread(40)");
        }
        {
            double *d_total = (double *)hicuda_results(0, sizeof(double) * 2, "sixteen-bytes-at-a-time.c:43: kernel wide tblock(2) thread(33)");
            double *d_weighted = (double *)hicuda_results(1, sizeof(double) * 2, "sixteen-bytes-at-a-time.c:43: kernel wide tblock(2) thread(33)");
            wide<<<2, 33>>>(d_doubles, d_weights, n, total, d_total, weighted, d_weighted);
            hicuda_launched(cudaGetLastError(), "sixteen-bytes-at-a-time.c:43: kernel wide tblock(2) thread(33)");
            hicuda_check(cudaMemcpy(&total, d_total, sizeof(double), cudaMemcpyDeviceToHost), "sixteen-bytes-at-a-time.c:43: kernel wide tblock(2) thread(33)");
            hicuda_check(cudaMemcpy(&weighted, d_weighted, sizeof(double), cudaMemcpyDeviceToHost), "sixteen-bytes-at-a-time.c:43: kernel wide tblock(2) thread(33)");
        }
        found<<<2, 64>>>(d_weights, d_hist, d_keys, n);
        hicuda_launched(cudaGetLastError(), "sixteen-bytes-at-a-time.c:50: kernel found tblock(2) thread(64)");
        printf("%d: %d %d %d %g %g\n", n, sum, most, position, total, weighted);
    }
    hicuda_check(cudaMemcpy(hist, d_hist, sizeof hist, cudaMemcpyDeviceToHost), "sixteen-bytes-at-a-time.c:58: global copyout hist[*]");
    hicuda_check(cudaFree(d_bytes), "sixteen-bytes-at-a-time.c:59: global free bytes shorts doubles keys weights hist");
    hicuda_check(cudaFree(d_shorts), "sixteen-bytes-at-a-time.c:59: global free bytes shorts doubles keys weights hist");
    hicuda_check(cudaFree(d_doubles), "sixteen-bytes-at-a-time.c:59: global free bytes shorts doubles keys weights hist");
    hicuda_check(cudaFree(d_keys), "sixteen-bytes-at-a-time.c:59: global free bytes shorts doubles keys weights hist");
    hicuda_check(cudaFree(d_weights), "sixteen-bytes-at-a-time.c:59: global free bytes shorts doubles keys weights hist");
    hicuda_check(cudaFree(d_hist), "sixteen-bytes-at-a-time.c:59: global free bytes shorts doubles keys weights hist");
    for (int k = 0; k < 10; k++)
        printf("%d ", hist[k]);
    printf("\n");
    return 0;
}
