//@ emit: cuda cpu
//@ run: cpu
// Several rows at once for each group of threads, and sums over jammed loops.
#include <stdio.h>

#define N 70
#define M 100

float a[N][M], x[M], y[N], z[N], most[N];
int hist[8];

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

// The sum over `lanes` neighbouring threads, a power of two within a warp, in all of them.
__device__ static float lanes_sum(float value, int lanes)
{
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int first = thread % 32 / lanes * lanes;
    unsigned int group = (lanes == 32 ? 0xffffffff : (1u << lanes) - 1) << first;
    for (int offset = lanes / 2; offset > 0; offset /= 2) {
        float other = __shfl_xor_sync(group, value, offset);
        value += other;
    }
    return value;
}

// The largest over `lanes` neighbouring threads, a power of two within a warp, in all of them.
__device__ static float lanes_max(float value, int lanes)
{
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int first = thread % 32 / lanes * lanes;
    unsigned int group = (lanes == 32 ? 0xffffffff : (1u << lanes) - 1) << first;
    for (int offset = lanes / 2; offset > 0; offset /= 2) {
        float other = __shfl_xor_sync(group, value, offset);
        value = max(value, other);
    }
    return value;
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

// rows-and-reductions.c:27: kernel rows
__global__ void rows(const float (*__restrict__ a)[100], const float *__restrict__ x, float *__restrict__ y, float *__restrict__ most)
{
    int i_begin = blockIdx.x * 24;
    int i_end = min(i_begin + 24, N);
    for (int i_base = i_begin; i_base < i_end; i_base += 16) {
        int i = i_base + threadIdx.y;
        float sum[4];
        float largest[4];
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + 4 * u < i_end) {
                sum[u] = 0;
                largest[u] = a[i + 4 * u][0];
            }
        }
        float sum_part[4];
        float largest_part[4];
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            sum_part[u] = 0;
            largest_part[u] = largest[u];
        }
        int j = threadIdx.x;
        for (; j < M; j += 32) {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (i + 4 * u < i_end) {
                    sum_part[u] += a[i + 4 * u][j] * x[j];
                    if (a[i + 4 * u][j] > largest_part[u])
                        largest_part[u] = a[i + 4 * u][j];
                }
            }
        }
        #pragma unroll
        for (int u = 0; u < 4; u++)
            sum[u] += lanes_sum(sum_part[u], 32);
        #pragma unroll
        for (int u = 0; u < 4; u++)
            largest[u] = lanes_max(largest_part[u], 32);
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + 4 * u < i_end) {
                y[i + 4 * u] = sum[u];
                most[i + 4 * u] = largest[u];
            }
        }
    }
}

static __device__ unsigned int by_grid_blocks_done;

// rows-and-reductions.c:41: kernel by_grid
__global__ void by_grid(const float (*__restrict__ a)[100], int *__restrict__ hist, float total_before, float *total_of_blocks, int count_before, int *count_of_blocks)
{
    __shared__ int hist_part[8][32];
    float total = 0;
    int count = 0;
    for (int element = threadIdx.x; element < 256; element += 16)
        hist_part[element / 32][element % 32] = 0;
    __syncthreads();
    int i = blockIdx.x * 24 + threadIdx.x;
    #pragma unroll
    for (int u = 0; u < 3; u++) {
        if (threadIdx.x + 16 * u < 24 && i + 16 * u < N) {
            total += a[i + 16 * u][i + 16 * u] * 0.5f;
            count++;
            atomicAdd(&hist_part[(i + 16 * u) % 8][threadIdx.x % 32], i + 16 * u);
        }
    }
    total = block_sum(total);
    count = block_sum(count);
    if (threadIdx.x == 0) {
        total_of_blocks[blockIdx.x] = total;
        count_of_blocks[blockIdx.x] = count;
    }
    __syncthreads();
    for (int element = threadIdx.x; element < 8; element += 16) {
        int total2 = hist_part[element][element % 32];
        for (int copy = 1; copy < 32; copy++)
            total2 += hist_part[element][(element + copy) % 32];
        atomicAdd(&hist[element], total2);
    }
    if (is_last_block(&by_grid_blocks_done)) {
        total = block_sum_of(total_of_blocks, gridDim.x);
        count = block_sum_of(count_of_blocks, gridDim.x);
        if (threadIdx.x == 0) {
            total_of_blocks[0] = total_before + total;
            count_of_blocks[0] = count_before + count;
        }
    }
}

// rows-and-reductions.c:49: kernel within_blocks
__global__ void within_blocks(const float (*__restrict__ a)[100], float *__restrict__ z)
{
    int i = blockIdx.x;
    float sum = 1;
    float sum_part = 0;
    for (int j = threadIdx.x; j < M; j += 32) {
        if (j + 24 < M) {
            #pragma unroll
            for (int u = 0; u < 4; u++)
                sum_part += a[i][j + 8 * u];
        } else {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (j + 8 * u < M)
                    sum_part += a[i][j + 8 * u];
            }
        }
    }
    sum += block_sum(sum_part);
    z[i] = sum;
}

int main(void)
{
    float total = 0.5f;
    int count = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 7 + j * 3) % 11 - 5;
    for (int j = 0; j < M; j++)
        x[j] = j % 5 - 2;
    float (*d_a)[100];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "rows-and-reductions.c:21: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "rows-and-reductions.c:21: global alloc a[*][*] copyin");
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "rows-and-reductions.c:22: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "rows-and-reductions.c:22: global alloc x[*] copyin");
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "rows-and-reductions.c:23: global alloc y[*]");
    float *d_z;
    hicuda_check(cudaMalloc((void **)&d_z, sizeof z), "rows-and-reductions.c:24: global alloc z[*]");
    float *d_most;
    hicuda_check(cudaMalloc((void **)&d_most, sizeof most), "rows-and-reductions.c:25: global alloc most[*]");
    int *d_hist;
    hicuda_check(cudaMalloc((void **)&d_hist, sizeof hist), "rows-and-reductions.c:26: global alloc hist[*] clear");
    hicuda_check(cudaMemset(d_hist, 0, sizeof hist), "rows-and-reductions.c:26: global alloc hist[*] clear");
    rows<<<3, dim3(32, 4)>>>(d_a, d_x, d_y, d_most);
    hicuda_launched(cudaGetLastError(), "rows-and-reductions.c:27: kernel rows tblock(3) thread(4, 32)");
    {
        float *d_total = (float *)hicuda_results(0, sizeof(float) * 3, "rows-and-reductions.c:41: kernel by_grid tblock(3) thread(16)");
        int *d_count = (int *)hicuda_results(1, sizeof(int) * 3, "rows-and-reductions.c:41: kernel by_grid tblock(3) thread(16)");
        by_grid<<<3, 16>>>(d_a, d_hist, total, d_total, count, d_count);
        hicuda_launched(cudaGetLastError(), "rows-and-reductions.c:41: kernel by_grid tblock(3) thread(16)");
        hicuda_check(cudaMemcpy(&total, d_total, sizeof(float), cudaMemcpyDeviceToHost), "rows-and-reductions.c:41: kernel by_grid tblock(3) thread(16)");
        hicuda_check(cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost), "rows-and-reductions.c:41: kernel by_grid tblock(3) thread(16)");
    }
    within_blocks<<<N, 8>>>(d_a, d_z);
    hicuda_launched(cudaGetLastError(), "rows-and-reductions.c:49: kernel within_blocks tblock(N) thread(8)");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "rows-and-reductions.c:59: global copyout y[*]");
    hicuda_check(cudaMemcpy(z, d_z, sizeof z, cudaMemcpyDeviceToHost), "rows-and-reductions.c:60: global copyout z[*]");
    hicuda_check(cudaMemcpy(most, d_most, sizeof most, cudaMemcpyDeviceToHost), "rows-and-reductions.c:61: global copyout most[*]");
    hicuda_check(cudaMemcpy(hist, d_hist, sizeof hist, cudaMemcpyDeviceToHost), "rows-and-reductions.c:62: global copyout hist[*]");
    hicuda_check(cudaFree(d_a), "rows-and-reductions.c:63: global free a x y z most hist");
    hicuda_check(cudaFree(d_x), "rows-and-reductions.c:63: global free a x y z most hist");
    hicuda_check(cudaFree(d_y), "rows-and-reductions.c:63: global free a x y z most hist");
    hicuda_check(cudaFree(d_z), "rows-and-reductions.c:63: global free a x y z most hist");
    hicuda_check(cudaFree(d_most), "rows-and-reductions.c:63: global free a x y z most hist");
    hicuda_check(cudaFree(d_hist), "rows-and-reductions.c:63: global free a x y z most hist");
    printf("%g %d\n", total, count);
    for (int i = 0; i < N; i += 3)
        printf("%g %g %g %d\n", y[i], z[i], most[i], hist[i % 8]);
    return 0;
}
