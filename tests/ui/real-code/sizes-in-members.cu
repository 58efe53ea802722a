//@ emit: cuda cpu
//@ run: cpu sim
// Sizes that are members of structs: kernels that compute with them get their values, since a struct of the host is nowhere
// on the device. A table of rows, and a part of a matrix.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n, m;
    float **rows, *cells;
} Grid;

#include <string.h>

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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
}

// Rows that are anywhere on the host and lie one behind the other on the device. Short ones are collected, so that many of
// them are one transfer.
static struct hicuda_row_list {
    char *buffer, *device;
    size_t bytes, count;
    int to_host;
    char *rows[4096];
    size_t lengths[4096];
} hicuda_row_list;

// Moves the rows that were collected.
static void hicuda_rows_end(const char *directive)
{
    struct hicuda_row_list *list = &hicuda_row_list;
    char *at = list->buffer;
    if (list->count && list->to_host)
        hicuda_check(cudaMemcpy(list->buffer, list->device, list->bytes, cudaMemcpyDeviceToHost), directive);
    for (size_t row = 0; row < list->count; at += list->lengths[row], row++)
        memcpy(list->to_host ? list->rows[row] : at, list->to_host ? at : list->rows[row], list->lengths[row]);
    if (list->count && !list->to_host)
        hicuda_check(cudaMemcpy(list->device, list->buffer, list->bytes, cudaMemcpyHostToDevice), directive);
    list->count = list->bytes = 0;
}

static void hicuda_row(const void *device, const void *host, size_t bytes, int to_host, const char *directive)
{
    const size_t room = 1 << 22;
    struct hicuda_row_list *list = &hicuda_row_list;
    if (!list->buffer)
        list->buffer = (char *)malloc(room);
    if (list->count == 4096 || list->bytes + bytes > room || list->to_host != to_host
        || list->device + list->bytes != (const char *)device)
        hicuda_rows_end(directive);
    if (!list->buffer || bytes > room / 16) {
        hicuda_rows_end(directive);
        hicuda_check(to_host ? cudaMemcpy((void *)host, device, bytes, cudaMemcpyDeviceToHost)
                             : cudaMemcpy((void *)device, host, bytes, cudaMemcpyHostToDevice), directive);
        return;
    }
    if (!list->count)
        list->device = (char *)device;
    list->to_host = to_host;
    list->rows[list->count] = (char *)host;
    list->lengths[list->count++] = bytes;
    list->bytes += bytes;
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

static __device__ unsigned int all_blocks_done;

// sizes-in-members.c:29: kernel all
__global__ void all(const float *__restrict__ g_rows, int g_n, int g_m, const int g_rows_bound, double sum_before, double *sum_of_blocks)
{
    double sum = 0;
    int i_chunk = (g_n + 3) / 3;
    int i_begin = blockIdx.y * i_chunk;
    int i_end = min(i_begin + i_chunk, g_n + 1);
    for (int i = i_begin + threadIdx.y; i < i_end; i += 4) {
        int j_chunk = (g_m + 2) / 2;
        int j_begin = blockIdx.x * j_chunk;
        int j_end = min(j_begin + j_chunk, g_m + 1);
        int j = j_begin + threadIdx.x;
        for (; j < j_end - 56; j += 64) {
            #pragma unroll
            for (int round = 0; round < 8; round++)
                sum += g_rows[(long)i * g_rows_bound + (j + round * 8)] * (i % 7 + (j + round * 8));
        }
        for (; j < j_end; j += 8)
            sum += g_rows[(long)i * g_rows_bound + j] * (i % 7 + j);
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0 && threadIdx.y == 0)
        sum_of_blocks[blockIdx.y * gridDim.x + blockIdx.x] = sum;
    if (is_last_block(&all_blocks_done)) {
        sum = block_sum_of(sum_of_blocks, gridDim.x * gridDim.y);
        if (threadIdx.x == 0 && threadIdx.y == 0)
            sum_of_blocks[0] = sum_before + sum;
    }
}

static __device__ unsigned int part_blocks_done;

// sizes-in-members.c:39: kernel part
__global__ void part(const float *__restrict__ g_cells, int g_n, int g_m, const int g_cells_bound1, double inner_before, double *inner_of_blocks)
{
    double inner = 0;
    int i_chunk = g_n / 3;
    int i_begin = blockIdx.y * i_chunk + 1;
    int i_end = min(i_begin + i_chunk, g_n - 1);
    for (int i = i_begin + threadIdx.y; i < i_end; i += 4) {
        int j_chunk = (g_m - 1) / 2;
        int j_begin = blockIdx.x * j_chunk + 1;
        int j_end = min(j_begin + j_chunk, g_m - 1);
        int j = j_begin + threadIdx.x;
        for (; j < j_end - 56; j += 64) {
            #pragma unroll
            for (int round = 0; round < 8; round++)
                inner += g_cells[(long)(i - 1) * g_cells_bound1 + (j + round * 8) - 1] * (i % 7 + (j + round * 8));
        }
        for (; j < j_end; j += 8)
            inner += g_cells[(long)(i - 1) * g_cells_bound1 + j - 1] * (i % 7 + j);
    }
    inner = block_sum(inner);
    if (threadIdx.x == 0 && threadIdx.y == 0)
        inner_of_blocks[blockIdx.y * gridDim.x + blockIdx.x] = inner;
    if (is_last_block(&part_blocks_done)) {
        inner = block_sum_of(inner_of_blocks, gridDim.x * gridDim.y);
        if (threadIdx.x == 0 && threadIdx.y == 0)
            inner_of_blocks[0] = inner_before + inner;
    }
}

int main(void) {
    Grid *g = (Grid *)malloc(sizeof(Grid));
    g->n = 18;
    g->m = 23;
    g->rows = (float **)malloc((g->n + 1) * sizeof(float *));
    g->cells = (float *)malloc(g->n * g->m * sizeof(float));
    for (int i = 0; i <= g->n; i++) {
        g->rows[i] = (float *)malloc((g->m + 1) * sizeof(float));
        for (int j = 0; j <= g->m; j++)
            g->rows[i][j] = i % 5 + j;
    }
    for (int i = 0; i < g->n * g->m; i++)
        g->cells[i] = i % 7;
    double sum = 0, inner = 0;
    const int g_rows_bound = g->m + 1;
    float *d_g_rows;
    hicuda_check(cudaMalloc((void **)&d_g_rows, sizeof(float) * (g->n + 1) * g_rows_bound), "sizes-in-members.c:28: global alloc g->rows[*][*] copyin");
    for (size_t row = 0; row < g->n + 1; row++)
        hicuda_row(&d_g_rows[(size_t)row * g_rows_bound], g->rows[row], sizeof(float) * g_rows_bound, 0, "sizes-in-members.c:28: global alloc g->rows[*][*] copyin");
    hicuda_rows_end("sizes-in-members.c:28: global alloc g->rows[*][*] copyin");
    {
        double *d_sum = (double *)hicuda_results(0, sizeof(double) * 2 * 3, "sizes-in-members.c:29: kernel all tblock(3, 2) thread(4, 8)");
        all<<<dim3(2, 3), dim3(8, 4)>>>(d_g_rows, g->n, g->m, g_rows_bound, sum, d_sum);
        hicuda_launched(cudaGetLastError(), "sizes-in-members.c:29: kernel all tblock(3, 2) thread(4, 8)");
        hicuda_check(cudaMemcpy(&sum, d_sum, sizeof(double), cudaMemcpyDeviceToHost), "sizes-in-members.c:29: kernel all tblock(3, 2) thread(4, 8)");
    }
    hicuda_check(cudaFree(d_g_rows), "sizes-in-members.c:36: global free g->rows");
    const int g_cells_bound0 = g->m;
    const int g_cells_bound1 = g->m - 2;
    hicuda_require(1 <= g->n - 1, "sizes-in-members.c:38: the section of `g->cells` ends before it starts");
    hicuda_require(1 <= g_cells_bound1 + 1, "sizes-in-members.c:38: the section of `g->cells` ends before it starts");
    float *d_g_cells;
    hicuda_check(cudaMalloc((void **)&d_g_cells, sizeof(float) * (g->n - 2) * g_cells_bound1), "sizes-in-members.c:38: global alloc g->cells[1:g->n-2][1:g->m-2] copyin");
    hicuda_check(cudaMemcpy2D(d_g_cells, sizeof(float) * g_cells_bound1, &g->cells[g_cells_bound0 + 1], sizeof(float) * g_cells_bound0, sizeof(float) * g_cells_bound1, g->n - 2, cudaMemcpyHostToDevice), "sizes-in-members.c:38: global alloc g->cells[1:g->n-2][1:g->m-2] copyin");
    {
        double *d_inner = (double *)hicuda_results(0, sizeof(double) * 2 * 3, "sizes-in-members.c:39: kernel part tblock(3, 2) thread(4, 8)");
        part<<<dim3(2, 3), dim3(8, 4)>>>(d_g_cells, g->n, g->m, g_cells_bound1, inner, d_inner);
        hicuda_launched(cudaGetLastError(), "sizes-in-members.c:39: kernel part tblock(3, 2) thread(4, 8)");
        hicuda_check(cudaMemcpy(&inner, d_inner, sizeof(double), cudaMemcpyDeviceToHost), "sizes-in-members.c:39: kernel part tblock(3, 2) thread(4, 8)");
    }
    hicuda_check(cudaFree(d_g_cells), "sizes-in-members.c:46: global free g->cells");
    printf("%g %g\n", sum, inner);
    return 0;
}
