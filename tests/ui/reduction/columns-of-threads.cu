//@ run: cpu
//@ emit: cuda
// Blocks share the rows out and threads the columns: each element of `y` belongs to one thread of a block, so that
// one copy for the block is enough, and the order of the sums is fixed. What a row adds up to is used again.
#include <stdio.h>

#define M 200
#define N 300

static float a[M][N], x[N], y[N], row[M];

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

static __device__ unsigned int columns_blocks_done;

// columns-of-threads.c:23: kernel columns
__global__ void columns(float *__restrict__ row, const float (*__restrict__ a)[300], const float *__restrict__ x, float *__restrict__ y, float *y_of_blocks)
{
    __shared__ float y_part[300];
    for (int element = threadIdx.x; element < 300; element += 96)
        y_part[element] = 0;
    __syncthreads();
    int i_begin = blockIdx.x * 29;
    int i_end = min(i_begin + 29, M);
    for (int i = i_begin; i < i_end; i++) {
        float row_sum = 0;
        {
            float row_sum_part = 0;
            int j = threadIdx.x;
            for (; j < N; j += 96)
                row_sum_part += a[i][j] * x[j];
            row_sum += block_sum(row_sum_part);
        }
        {
            int j = threadIdx.x;
            for (; j < N; j += 96)
                y_part[j] += a[i][j] * row_sum;
        }
        row[i] = row_sum;
    }
    __syncthreads();
    for (int element = threadIdx.x; element < 300; element += 96) {
        float total = y_part[element];
        y_of_blocks[blockIdx.x * 300 + element] = total;
    }
    __syncthreads();
    if (is_last_block(&columns_blocks_done))
        for (int element = threadIdx.x; element < 300; element += 96) {
            float total = y_of_blocks[element];
            for (unsigned int block = 1; block < gridDim.x; block++)
                total += y_of_blocks[block * 300 + element];
            y[element] += total;
        }
}

int main(void)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (float)((i * 7 + j * 3) % 11 - 5);
    for (int j = 0; j < N; j++)
        x[j] = (float)(j % 4 - 1);
    float (*d_a)[300];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "columns-of-threads.c:19: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "columns-of-threads.c:19: global alloc a[*][*] copyin");
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "columns-of-threads.c:20: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "columns-of-threads.c:20: global alloc x[*] copyin");
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "columns-of-threads.c:21: global alloc y[*] copyin");
    hicuda_check(cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice), "columns-of-threads.c:21: global alloc y[*] copyin");
    float *d_row;
    hicuda_check(cudaMalloc((void **)&d_row, sizeof row), "columns-of-threads.c:22: global alloc row[*]");
    {
        float *d_y_of_blocks = (float *)hicuda_results(0, sizeof(float) * 7 * 300, "columns-of-threads.c:23: kernel columns tblock(7) thread(96)");
        columns<<<7, 96>>>(d_row, d_a, d_x, d_y, d_y_of_blocks);
        hicuda_launched(cudaGetLastError(), "columns-of-threads.c:23: kernel columns tblock(7) thread(96)");
    }
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "columns-of-threads.c:35: global copyout y[*]");
    hicuda_check(cudaMemcpy(row, d_row, sizeof row, cudaMemcpyDeviceToHost), "columns-of-threads.c:36: global copyout row[*]");
    hicuda_check(cudaFree(d_a), "columns-of-threads.c:37: global free a x y row");
    hicuda_check(cudaFree(d_x), "columns-of-threads.c:37: global free a x y row");
    hicuda_check(cudaFree(d_y), "columns-of-threads.c:37: global free a x y row");
    hicuda_check(cudaFree(d_row), "columns-of-threads.c:37: global free a x y row");
    for (int j = 0; j < N; j += 37)
        printf("%g %g\n", y[j], row[j % M]);
    return 0;
}
