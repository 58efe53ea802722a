//@ emit: cuda cpu
//@ run: cpu
// Updates at several depths of a nest, and dimensions of the grid that no loop uses:
// every iteration counts once.
#include <stdio.h>

double m[40][30];

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

static __device__ unsigned int nest_blocks_done;

// nests-and-repetition.c:16: kernel nest
__global__ void nest(const double (*__restrict__ m)[30], double all_before, double *all_of_blocks)
{
    double all = 0;
    double all_part = 0;
    int i_begin = blockIdx.y * 7;
    int i_end = min(i_begin + 7, 40);
    for (int i = i_begin + threadIdx.y; i < i_end; i += 4) {
        all += 1;
        int j_begin = blockIdx.x * 15;
        int j = j_begin + threadIdx.x;
        for (; j < j_begin - 41; j += 64) {
            #pragma unroll
            for (int round = 0; round < 8; round++)
                all_part += m[i][j + round * 8];
        }
        for (; j < j_begin + 15; j += 8)
            all_part += m[i][j];
    }
    if (blockIdx.x != 0 || threadIdx.x != 0)
        all = 0;
    all += all_part;
    all = block_sum(all);
    if (threadIdx.x == 0 && threadIdx.y == 0)
        all_of_blocks[blockIdx.y * gridDim.x + blockIdx.x] = all;
    if (is_last_block(&nest_blocks_done)) {
        all = block_sum_of(all_of_blocks, gridDim.x * gridDim.y);
        if (threadIdx.x == 0 && threadIdx.y == 0)
            all_of_blocks[0] = all_before + all;
    }
}

static __device__ unsigned int repeated_blocks_done;

// nests-and-repetition.c:25: kernel repeated
__global__ void repeated(const double (*__restrict__ m)[30], double rows_before, double *rows_of_blocks)
{
    double rows = 0;
    int i_begin = blockIdx.y * 7;
    int i_end = min(i_begin + 7, 40);
    int i = i_begin;
    for (; i < i_end - 7; i += 8) {
        #pragma unroll
        for (int round = 0; round < 8; round++)
            rows += m[i + round][1];
    }
    for (; i < i_end; i++)
        rows += m[i][1];
    if (blockIdx.x != 0 || threadIdx.x != 0)
        rows = 0;
    rows = block_sum(rows);
    if (threadIdx.x == 0)
        rows_of_blocks[blockIdx.y * gridDim.x + blockIdx.x] = rows;
    if (is_last_block(&repeated_blocks_done)) {
        rows = block_sum_of(rows_of_blocks, gridDim.x * gridDim.y);
        if (threadIdx.x == 0)
            rows_of_blocks[0] = rows_before + rows;
    }
}

static __device__ unsigned int both_blocks_done;

// nests-and-repetition.c:30: kernel both
__global__ void both(const double (*__restrict__ m)[30], double twice_before, double *twice_of_blocks)
{
    double twice = 0;
    for (int round = 0; round < 2; round++) {
        int i_begin = blockIdx.x * 7;
        int i_end = min(i_begin + 7, 40);
        for (int i = i_begin; i < i_end; i++) {
            int j = threadIdx.x;
            for (; j < 30; j += 16)
                twice += m[i][j];
        }
    }
    twice = block_sum(twice);
    if (threadIdx.x == 0)
        twice_of_blocks[blockIdx.x] = twice;
    if (is_last_block(&both_blocks_done)) {
        twice = block_sum_of(twice_of_blocks, gridDim.x);
        if (threadIdx.x == 0)
            twice_of_blocks[0] = twice_before + twice;
    }
}

int main(void)
{
    double all = 1, rows = 0, twice = 0;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 30; j++)
            m[i][j] = i * 0.5 + j;
    double (*d_m)[30];
    hicuda_check(cudaMalloc((void **)&d_m, sizeof m), "nests-and-repetition.c:15: global alloc m[*][*] copyin");
    hicuda_check(cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice), "nests-and-repetition.c:15: global alloc m[*][*] copyin");
    {
        double *d_all = (double *)hicuda_results(0, sizeof(double) * 2 * 6, "nests-and-repetition.c:16: kernel nest tblock(6, 2) thread(4, 8)");
        nest<<<dim3(2, 6), dim3(8, 4)>>>(d_m, all, d_all);
        hicuda_launched(cudaGetLastError(), "nests-and-repetition.c:16: kernel nest tblock(6, 2) thread(4, 8)");
        hicuda_check(cudaMemcpy(&all, d_all, sizeof(double), cudaMemcpyDeviceToHost), "nests-and-repetition.c:16: kernel nest tblock(6, 2) thread(4, 8)");
    }
    {
        double *d_rows = (double *)hicuda_results(0, sizeof(double) * 3 * 6, "nests-and-repetition.c:25: kernel repeated tblock(6, 3) thread(16) //~ W1152 3 blocks do the same work");
        repeated<<<dim3(3, 6), 16>>>(d_m, rows, d_rows);
        hicuda_launched(cudaGetLastError(), "nests-and-repetition.c:25: kernel repeated tblock(6, 3) thread(16) //~ W1152 3 blocks do the same work");
        hicuda_check(cudaMemcpy(&rows, d_rows, sizeof(double), cudaMemcpyDeviceToHost), "nests-and-repetition.c:25: kernel repeated tblock(6, 3) thread(16) //~ W1152 3 blocks do the same work");
    }
    {
        double *d_twice = (double *)hicuda_results(0, sizeof(double) * 6, "nests-and-repetition.c:30: kernel both tblock(6) thread(16)");
        both<<<6, 16>>>(d_m, twice, d_twice);
        hicuda_launched(cudaGetLastError(), "nests-and-repetition.c:30: kernel both tblock(6) thread(16)");
        hicuda_check(cudaMemcpy(&twice, d_twice, sizeof(double), cudaMemcpyDeviceToHost), "nests-and-repetition.c:30: kernel both tblock(6) thread(16)");
    }
    hicuda_check(cudaFree(d_m), "nests-and-repetition.c:40: global free m");
    printf("%g %g %g\n", all, rows, twice);
    return 0;
}
