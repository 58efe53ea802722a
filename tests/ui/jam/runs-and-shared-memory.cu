//@ emit: cuda
//@ run: cpu sim
// Sections widen over the runs of a thread, and the elements of a run are neighbours in the tile; sums of a block with runs.
#include <stdio.h>

#define N 64
#define M 90

static int a[N][M], b[N][M], y[N], total;

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

// runs-and-shared-memory.c:19: kernel blur
__global__ void blur(int (*__restrict__ b)[90], const int (*__restrict__ a)[90])
{
    __shared__ int a_tile[4][67];
    int thread = threadIdx.y * 8 + threadIdx.x;
    int i_base = blockIdx.y * 4;
    int i = i_base + threadIdx.y;
    int j_base = blockIdx.x * 44 + 1;
    int j = j_base + threadIdx.x * 4;
    for (int first = 0; first < 264; first += 32) {
        int element = first + thread;
        if (element < 264) {
            int from_column = j_base - 1 + element % 66;
            a_tile[element / 66][element % 66] = from_column < 90 ? a[i_base + element / 66][from_column] : 0;
        }
    }
    __syncthreads();
    #pragma unroll
    for (int u = 0; u < 8; u++) {
        if (threadIdx.x * 4 + u % 4 + u / 4 * 32 < 44)
            b[i][j + u % 4 + u / 4 * 32] = a_tile[threadIdx.y][threadIdx.x * 4 + u % 4 + u / 4 * 32] + 2 * a_tile[threadIdx.y][threadIdx.x * 4 + u % 4 + u / 4 * 32 + 1] + a_tile[threadIdx.y][threadIdx.x * 4 + u % 4 + u / 4 * 32 + 2];
    }
}

// runs-and-shared-memory.c:29: kernel rows
__global__ void rows(const int (*__restrict__ b)[90], int *__restrict__ y)
{
    int i = blockIdx.x;
    int sum = 0;
    int sum_part = 0;
    for (int j = threadIdx.x * 2; j < M; j += 64) {
        if (j + 33 < M) {
            #pragma unroll
            for (int u = 0; u < 4; u++)
                sum_part += b[i][j + u % 2 + u / 2 * 32] * (j + u % 2 + u / 2 * 32);
        } else {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (j + u % 2 + u / 2 * 32 < M)
                    sum_part += b[i][j + u % 2 + u / 2 * 32] * (j + u % 2 + u / 2 * 32);
            }
        }
    }
    sum += block_sum(sum_part);
    y[i] = sum;
}

static __device__ unsigned int all_blocks_done;

// runs-and-shared-memory.c:39: kernel all
__global__ void all(const int *__restrict__ y, int total_before, int *total_of_blocks)
{
    int total = 0;
    int i = N - 1 - (blockIdx.x * 22 + threadIdx.x * 4);
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        if (threadIdx.x * 4 + u < 22 && i - u >= 0)
            total += y[i - u] % 1000;
    }
    total = block_sum(total);
    if (threadIdx.x == 0)
        total_of_blocks[blockIdx.x] = total;
    if (is_last_block(&all_blocks_done)) {
        total = block_sum_of(total_of_blocks, gridDim.x);
        if (threadIdx.x == 0)
            total_of_blocks[0] = total_before + total;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 31 + j * 17) % 23;
    int (*d_a)[90];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "runs-and-shared-memory.c:16: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "runs-and-shared-memory.c:16: global alloc a[*][*] copyin");
    int (*d_b)[90];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "runs-and-shared-memory.c:17: global alloc b[*][*] clear");
    hicuda_check(cudaMemset(d_b, 0, sizeof b), "runs-and-shared-memory.c:17: global alloc b[*][*] clear");
    int *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "runs-and-shared-memory.c:18: global alloc y[*]");
    blur<<<dim3(2, 16), dim3(8, 4)>>>(d_b, d_a);
    hicuda_launched(cudaGetLastError(), "runs-and-shared-memory.c:19: kernel blur tblock(16, 2) thread(4, 8)");
    rows<<<N, 16>>>(d_b, d_y);
    hicuda_launched(cudaGetLastError(), "runs-and-shared-memory.c:29: kernel rows tblock(N) thread(16)");
    {
        int *d_total = (int *)hicuda_results(0, sizeof(int) * 3, "runs-and-shared-memory.c:39: kernel all tblock(3) thread(8)");
        all<<<3, 8>>>(d_y, total, d_total);
        hicuda_launched(cudaGetLastError(), "runs-and-shared-memory.c:39: kernel all tblock(3) thread(8)");
        hicuda_check(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost), "runs-and-shared-memory.c:39: kernel all tblock(3) thread(8)");
    }
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "runs-and-shared-memory.c:44: global copyout b[*][*]");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "runs-and-shared-memory.c:45: global copyout y[*]");
    hicuda_check(cudaFree(d_a), "runs-and-shared-memory.c:46: global free a b y");
    hicuda_check(cudaFree(d_b), "runs-and-shared-memory.c:46: global free a b y");
    hicuda_check(cudaFree(d_y), "runs-and-shared-memory.c:46: global free a b y");
    printf("%d %d %d %d\n", b[63][88], y[0], y[63], total);
    return 0;
}
