/* Kernels with a race each. The simulator must find all of them; docs/races.md
 * compares it with compute-sanitizer's racecheck.
 *
 * A block is 64 threads, two warps; `a` and `b` have 1024 elements. Names
 * begin with the memory that is raced for. */

#include <stdio.h>

#define T threadIdx.x
#define I (blockIdx.x * blockDim.x + threadIdx.x)
#define LANE (threadIdx.x % 32)

/* A barrier is missing between a write and a read. */
__global__ void shared_neighbour(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    b[I] = tile[63 - T];
}

/* … and within one warp, where lock-step does not help since Volta. */
__global__ void shared_neighbour_lane(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    b[I] = tile[T ^ 1];
}

/* A barrier is missing between a read and the next write. */
__global__ void shared_read_then_write(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    __syncthreads();
    int x = tile[63 - T];
    tile[T] = x;
    __syncthreads();
    b[I] = tile[T];
}

/* The second barrier of a tiled product. */
__global__ void shared_tiles_second(int *a, int *b)
{
    __shared__ int tile[64];
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        tile[T] = a[k * 64 + T];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
    }
    b[I] = sum;
}

/* The first barrier of a tiled product. */
__global__ void shared_tiles_first(int *a, int *b)
{
    __shared__ int tile[64];
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        tile[T] = a[k * 64 + T];
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    b[I] = sum;
}

__global__ void shared_reduction(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    __syncthreads();
    for (int s = 32; s > 0; s /= 2)
        if (T < s)
            tile[T] += tile[T + s];
    if (T == 0)
        b[blockIdx.x] = tile[0];
}

/* The last warp without __syncwarp, as it was written in 2007. */
__global__ void shared_last_warp(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    __syncthreads();
    if (T < 32) {
        for (int s = 32; s > 0; s /= 2)
            tile[T] += tile[T + s];
    }
    if (T == 0)
        b[blockIdx.x] = tile[0];
}

/* A scan in place with one barrier per step. */
__global__ void shared_scan(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    for (int s = 1; s < 64; s *= 2) {
        __syncthreads();
        if (T >= s)
            tile[T] += tile[T - s];
    }
    b[I] = tile[T];
}

__global__ void shared_histogram(int *a, int *b)
{
    __shared__ int bins[8];
    if (T < 8)
        bins[T] = 0;
    __syncthreads();
    bins[(a[I] + T) % 8] += 1;
    __syncthreads();
    if (T < 8)
        b[I] = bins[T];
}

__global__ void shared_one_word(int *a, int *b)
{
    __shared__ int word;
    word = I;
    __syncthreads();
    b[I] = word;
}

__global__ void shared_flag(int *a, int *b)
{
    __shared__ int flag;
    if (T == 0)
        flag = a[blockIdx.x] + 1;
    b[I] = flag;
}

/* A barrier that this launch never comes to. */
__global__ void shared_skipped_barrier(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    if (gridDim.x > 1000)
        __syncthreads();
    b[I] = tile[(T + 1) % 64];
}

__global__ void shared_transpose(int *a, int *b)
{
    __shared__ int tile[8][9];
    tile[T / 8][T % 8] = a[I];
    b[I] = tile[T % 8][T / 8];
}

__global__ void shared_stencil_in_place(int *a, int *b)
{
    __shared__ int tile[66];
    tile[T + 1] = a[I];
    if (T < 2)
        tile[T * 65] = 0;
    __syncthreads();
    tile[T + 1] = tile[T] + tile[T + 2];
    __syncthreads();
    b[I] = tile[T + 1];
}

/* One too far. */
__global__ void shared_two_each(int *a, int *b)
{
    __shared__ int tile[65];
    tile[T] = a[I];
    tile[T + 1] = a[I] + T;
    __syncthreads();
    b[I] = tile[T];
}

/* Two buffers, but the one just read is written. */
__global__ void shared_wrong_buffer(int *a, int *b)
{
    __shared__ int buffer[2][64];
    buffer[0][T] = a[I];
    buffer[1][T] = 0;
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        int x = buffer[0][63 - T];
        buffer[0][T] = x + k;
        __syncthreads();
    }
    b[I] = buffer[0][T];
}

/* A word laid over other threads' bytes. */
__global__ void shared_bytes_and_words(int *a, int *b)
{
    __shared__ __align__(4) unsigned char bytes[64];
    bytes[T] = T;
    if (T < 16)
        ((int *)bytes)[T] = a[I] + T;
    __syncthreads();
    b[I] = bytes[T];
}

/* __syncwarp orders a warp, not a block. */
__global__ void shared_syncwarp_only(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    __syncwarp();
    b[I] = tile[(T + 32) % 64];
}

/* A shuffle does not order warps either. */
__global__ void shared_shuffle_only(int *a, int *b)
{
    __shared__ int sums[2];
    int x = a[I];
    for (int s = 16; s > 0; s /= 2)
        x += __shfl_down_sync(0xffffffff, x, s);
    if (LANE == 0)
        sums[T / 32] = x;
    b[I] = sums[0] + sums[1];
}

/* Atomic updates and a read that does not wait for them. */
__global__ void shared_atomic_and_read(int *a, int *b)
{
    __shared__ int sum;
    if (T == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, a[I]);
    b[I] = sum;
}

__global__ void shared_atomic_and_write(int *a, int *b)
{
    __shared__ int sum;
    if (T == 0)
        sum = 0;
    atomicAdd(&sum, a[I] + 1);
    __syncthreads();
    b[I] = sum;
}

/* Two arrays in dynamic shared memory that overlap. */
__global__ void shared_overlap(int *a, int *b)
{
    extern __shared__ int room[];
    int *first = room, *second = room + 32;
    first[T] = a[I];
    second[T] = a[I] + T;
    __syncthreads();
    b[I] = first[T] + second[T];
}

__global__ void shared_wide_stores(int *a, int *b)
{
    __shared__ int4 tile[32];
    tile[T / 2].x = T;
    int4 four;
    four.x = four.y = four.z = four.w = a[I];
    tile[T / 2] = four;
    __syncthreads();
    b[I] = tile[T / 2].x;
}

/* A sort whose steps are not kept apart. */
__global__ void shared_bitonic(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    __syncthreads();
    for (int k = 2; k <= 64; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int other = T ^ j;
            if (other > T && (tile[T] > tile[other]) == ((T & k) == 0)) {
                int x = tile[T];
                tile[T] = tile[other];
                tile[other] = x;
            }
        }
    __syncthreads();
    b[I] = tile[T];
}

__global__ void shared_counter(int *a, int *b)
{
    __shared__ int count;
    if (T == 0)
        count = 0;
    __syncthreads();
    if (a[I] == 0)
        count++;
    __syncthreads();
    b[I] = count;
}

__global__ void global_counter(int *a, int *b)
{
    b[0]++;
}

__global__ void global_one_word(int *a, int *b)
{
    b[0] = I;
}

__global__ void global_stencil_in_place(int *a, int *b)
{
    b[I + 1] = b[I] + b[I + 2];
}

/* Threads of one block, in device memory. */
__global__ void global_neighbour(int *a, int *b)
{
    b[I] = a[I];
    a[512 + I] = b[blockIdx.x * 64 + 63 - T];
}

__global__ void global_histogram(int *a, int *b)
{
    b[(a[I] + I) % 16] += 1;
}

/* Blocks whose pieces overlap by one. */
__global__ void global_pieces_overlap(int *a, int *b)
{
    for (int k = T; k <= 64; k += 64)
        b[blockIdx.x * 64 + k] = I;
}

/* The last block reads what others wrote, without a fence. */
__device__ unsigned int finished;
__global__ void global_last_block(int *a, int *b)
{
    if (T == 0) {
        b[blockIdx.x] = a[I];
        if (atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1) {
            int sum = 0;
            for (int k = 0; k < gridDim.x; k++)
                sum += b[k];
            b[1000] = sum;
        }
    }
}

/* Block k reads what block k - 1 writes. */
__global__ void global_chain(int *a, int *b)
{
    if (T == 0)
        b[blockIdx.x + 1] = b[blockIdx.x] + 1;
}

__global__ void global_transpose_in_place(int *a, int *b)
{
    int x = I % 16, y = I / 16;
    b[x * 16 + y] = b[y * 16 + x] + I;
}

__global__ void global_pairs(int *a, int *b)
{
    b[I / 2] = I;
}

__global__ void global_scatter(int *a, int *b)
{
    b[I * 7 % 64] = I;
}

__global__ void global_maximum(int *a, int *b)
{
    if (b[0] < (int)I)
        b[0] = I;
}

/* A stride that is too short. */
__global__ void global_short_stride(int *a, int *b)
{
    for (int k = I; k < 512; k += 64)
        b[k] = I;
}

__global__ void global_swap_neighbours(int *a, int *b)
{
    int x = b[I];
    b[I] = b[I + 1];
    b[I + 1] = x;
}

__global__ void global_bytes_and_words(int *a, int *b)
{
    unsigned char *bytes = (unsigned char *)b;
    bytes[I] = I;
    if (I < 64)
        b[I] = I + 1;
}

__device__ int total;
__global__ void global_variable(int *a, int *b)
{
    total = total + a[I] + 1;
}

/* An atomic update here, a plain one there. */
__global__ void global_atomic_and_plain(int *a, int *b)
{
    if (T == 0)
        b[0] = blockIdx.x;
    else
        atomicAdd(&b[0], 1);
}

int main(void)
{
    int *a, *b;
    cudaMalloc((void **)&a, 1024 * sizeof(int));
    cudaMalloc((void **)&b, 1024 * sizeof(int));
    cudaMemset(a, 0, 1024 * sizeof(int));
    cudaMemset(b, 0, 1024 * sizeof(int));
    shared_neighbour<<<4, 64>>>(a, b);
    shared_neighbour_lane<<<4, 64>>>(a, b);
    shared_read_then_write<<<4, 64>>>(a, b);
    shared_tiles_second<<<4, 64>>>(a, b);
    shared_tiles_first<<<4, 64>>>(a, b);
    shared_reduction<<<4, 64>>>(a, b);
    shared_last_warp<<<4, 64>>>(a, b);
    shared_scan<<<4, 64>>>(a, b);
    shared_histogram<<<4, 64>>>(a, b);
    shared_one_word<<<4, 64>>>(a, b);
    shared_flag<<<4, 64>>>(a, b);
    shared_skipped_barrier<<<4, 64>>>(a, b);
    shared_transpose<<<4, 64>>>(a, b);
    shared_stencil_in_place<<<4, 64>>>(a, b);
    shared_two_each<<<4, 64>>>(a, b);
    shared_wrong_buffer<<<4, 64>>>(a, b);
    shared_bytes_and_words<<<4, 64>>>(a, b);
    shared_syncwarp_only<<<4, 64>>>(a, b);
    shared_shuffle_only<<<4, 64>>>(a, b);
    shared_atomic_and_read<<<4, 64>>>(a, b);
    shared_atomic_and_write<<<4, 64>>>(a, b);
    shared_overlap<<<4, 64, 96 * sizeof(int)>>>(a, b);
    shared_wide_stores<<<4, 64>>>(a, b);
    cudaMemset(a, 1, 512 * sizeof(int));
    shared_bitonic<<<4, 64>>>(a, b);
    cudaMemset(a, 0, 1024 * sizeof(int));
    shared_counter<<<4, 64>>>(a, b);
    global_counter<<<4, 64>>>(a, b);
    global_one_word<<<4, 64>>>(a, b);
    global_stencil_in_place<<<4, 64>>>(a, b);
    global_neighbour<<<4, 64>>>(a, b);
    cudaMemset(a, 0, 1024 * sizeof(int));
    global_histogram<<<4, 64>>>(a, b);
    global_pieces_overlap<<<4, 64>>>(a, b);
    global_last_block<<<4, 64>>>(a, b);
    global_chain<<<4, 64>>>(a, b);
    global_transpose_in_place<<<4, 64>>>(a, b);
    global_pairs<<<4, 64>>>(a, b);
    global_scatter<<<4, 64>>>(a, b);
    cudaMemset(b, 0, 1024 * sizeof(int));
    global_maximum<<<4, 64>>>(a, b);
    global_short_stride<<<4, 64>>>(a, b);
    global_swap_neighbours<<<4, 64>>>(a, b);
    global_bytes_and_words<<<4, 64>>>(a, b);
    global_variable<<<4, 64>>>(a, b);
    global_atomic_and_plain<<<4, 64>>>(a, b);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    cudaFree(a);
    cudaFree(b);
    return error != cudaSuccess;
}
