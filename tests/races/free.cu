/* Kernels without a race, most of them next to one that has: the simulator
 * must not say a word about any.
 *
 * A block is 64 threads, two warps; `a` and `b` have 1024 elements. */

#include <stdio.h>

#define T threadIdx.x
#define I (blockIdx.x * blockDim.x + threadIdx.x)
#define LANE (threadIdx.x % 32)

__global__ void shared_neighbour(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    __syncthreads();
    b[I] = tile[63 - T];
}

__global__ void shared_neighbour_lane(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    __syncwarp();
    b[I] = tile[T ^ 1];
}

__global__ void shared_own_word(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    tile[T] += 1;
    b[I] = tile[T];
}

__global__ void shared_read_then_write(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    __syncthreads();
    int x = tile[63 - T];
    __syncthreads();
    tile[T] = x;
    __syncthreads();
    b[I] = tile[T ^ 1];
}

__global__ void shared_tiles(int *a, int *b)
{
    __shared__ int tile[64];
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        tile[T] = a[k * 64 + T];
        __syncthreads();
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
    for (int s = 32; s > 0; s /= 2) {
        __syncthreads();
        if (T < s)
            tile[T] += tile[T + s];
    }
    if (T == 0)
        b[blockIdx.x] = tile[0];
}

/* The last warp with __syncwarp on both sides of the write. */
__global__ void shared_last_warp(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    __syncthreads();
    if (T < 32) {
        int x = tile[T] + tile[T + 32];
        for (int s = 16; s > 0; s /= 2) {
            __syncwarp();
            tile[T] = x;
            __syncwarp();
            x += tile[T ^ s];
        }
        if (T == 0)
            b[blockIdx.x] = x;
    }
}

__global__ void shared_scan_two_buffers(int *a, int *b)
{
    __shared__ int buffer[2][64];
    int now = 0;
    buffer[0][T] = a[I];
    __syncthreads();
    for (int s = 1; s < 64; s *= 2) {
        buffer[1 - now][T] = buffer[now][T] + (T >= s ? buffer[now][T - s] : 0);
        now = 1 - now;
        __syncthreads();
    }
    b[I] = buffer[now][T];
}

__global__ void shared_scan_two_barriers(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    __syncthreads();
    for (int s = 1; s < 64; s *= 2) {
        int x = T >= s ? tile[T - s] : 0;
        __syncthreads();
        tile[T] += x;
        __syncthreads();
    }
    b[I] = tile[T];
}

__global__ void shared_histogram(int *a, int *b)
{
    __shared__ int bins[8];
    if (T < 8)
        bins[T] = 0;
    __syncthreads();
    atomicAdd(&bins[(a[I] + T) % 8], 1);
    __syncthreads();
    if (T < 8)
        b[I] = bins[T];
}

/* All write the same: whoever comes last, the result is the same. */
__global__ void shared_same_value(int *a, int *b)
{
    __shared__ int word;
    word = 7;
    __syncthreads();
    b[I] = word;
}

__global__ void shared_flag(int *a, int *b)
{
    __shared__ int flag;
    if (T == 0)
        flag = a[blockIdx.x] + 1;
    __syncthreads();
    b[I] = flag;
}

/* A barrier under a condition that all threads share. */
__global__ void shared_uniform_barrier(int *a, int *b)
{
    __shared__ int tile[64];
    tile[T] = a[I];
    if (gridDim.x > 1)
        __syncthreads();
    b[I] = tile[(T + 1) % 64];
}

__global__ void shared_transpose(int *a, int *b)
{
    __shared__ int tile[8][9];
    tile[T / 8][T % 8] = a[I];
    __syncthreads();
    b[I] = tile[T % 8][T / 8];
}

__global__ void shared_stencil(int *a, int *b)
{
    __shared__ int tile[66];
    tile[T + 1] = a[I];
    if (T < 2)
        tile[T * 65] = 0;
    __syncthreads();
    b[I] = tile[T] + tile[T + 2];
}

__global__ void shared_bytes(int *a, int *b)
{
    __shared__ unsigned char bytes[64];
    bytes[T] = T;
    __syncthreads();
    b[I] = bytes[63 - T];
}

__global__ void shared_halves_of_words(int *a, int *b)
{
    __shared__ short halves[64];
    halves[T] = a[I] + T;
    halves[T] += 1;
    __syncthreads();
    b[I] = halves[T ^ 1];
}

__global__ void shared_bytes_then_words(int *a, int *b)
{
    __shared__ __align__(4) unsigned char bytes[64];
    bytes[T] = T;
    __syncthreads();
    if (T < 16)
        b[I] = ((int *)bytes)[T];
}

__global__ void shared_per_warp(int *a, int *b)
{
    __shared__ int tile[2][32];
    tile[T / 32][LANE] = a[I];
    __syncwarp();
    b[I] = tile[T / 32][31 - LANE];
}

__global__ void shared_shuffle(int *a, int *b)
{
    __shared__ int sums[2];
    int x = a[I];
    for (int s = 16; s > 0; s /= 2)
        x += __shfl_down_sync(0xffffffff, x, s);
    if (LANE == 0)
        sums[T / 32] = x;
    __syncthreads();
    b[I] = sums[0] + sums[1];
}

__global__ void shared_atomic(int *a, int *b)
{
    __shared__ int sum;
    if (T == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, a[I]);
    __syncthreads();
    b[I] = sum;
}

__global__ void shared_apart(int *a, int *b)
{
    extern __shared__ int room[];
    int *first = room, *second = room + 64;
    first[T] = a[I];
    second[T] = a[I] + T;
    __syncthreads();
    b[I] = first[63 - T] + second[T];
}

__global__ void shared_wide_stores(int *a, int *b)
{
    __shared__ int4 tile[64];
    int4 four;
    four.x = four.y = four.z = four.w = a[I];
    tile[T] = four;
    __syncthreads();
    b[I] = tile[63 - T].x;
}

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
            __syncthreads();
        }
    b[I] = tile[T];
}

__global__ void shared_count_at_barrier(int *a, int *b)
{
    int count = __syncthreads_count(a[I] == 0);
    b[I] = count;
}

/* One warp works, the others wait. */
__global__ void shared_one_warp(int *a, int *b)
{
    __shared__ int tile[64];
    if (T < 32)
        for (int k = T; k < 64; k += 32)
            tile[k] = a[k];
    __syncthreads();
    b[I] = tile[T];
}

/* A thread that left early keeps nobody waiting. */
__global__ void shared_early_exit(int *a, int *b)
{
    __shared__ int tile[64];
    if (T >= 32)
        return;
    tile[T] = a[I];
    __syncwarp();
    b[I] = tile[T ^ 1];
}

/* A tile that is filled again in the next iteration, two barriers apart. */
__global__ void shared_rotating(int *a, int *b)
{
    __shared__ int tile[3][64];
    int sum = 0;
    for (int k = 0; k < 6; k++) {
        tile[k % 3][T] = a[k * 64 + T];
        __syncthreads();
        sum += tile[k % 3][63 - T];
    }
    b[I] = sum;
}

__global__ void global_own_element(int *a, int *b)
{
    b[I] += a[I];
}

__global__ void global_atomic_counter(int *a, int *b)
{
    atomicAdd(&b[0], 1);
}

__global__ void global_same_value(int *a, int *b)
{
    b[0] = 3;
}

__global__ void global_stencil(int *a, int *b)
{
    b[I + 1] = a[I] + a[I + 2];
}

__global__ void global_neighbour(int *a, int *b)
{
    b[I] = a[I];
    __syncthreads();
    a[512 + I] = b[blockIdx.x * 64 + 63 - T];
}

__global__ void global_histogram(int *a, int *b)
{
    atomicAdd(&b[(a[I] + I) % 16], 1);
}

__global__ void global_pieces(int *a, int *b)
{
    for (int k = T; k < 64; k += 64)
        b[blockIdx.x * 64 + k] = I;
}

__device__ unsigned int finished;
__global__ void global_last_block(int *a, int *b)
{
    if (T == 0) {
        b[blockIdx.x] = a[I];
        __threadfence();
        if (atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1) {
            __threadfence();
            int sum = 0;
            for (int k = 0; k < gridDim.x; k++)
                sum += b[k];
            b[1000] = sum;
        }
    }
}

__global__ void global_transpose(int *a, int *b)
{
    int x = I % 16, y = I / 16;
    b[x * 16 + y] = a[y * 16 + x];
}

__global__ void global_scatter(int *a, int *b)
{
    b[I * 7 % 256] = I;
}

__global__ void global_atomic_maximum(int *a, int *b)
{
    atomicMax(&b[0], (int)I);
}

__global__ void global_grid_stride(int *a, int *b)
{
    for (int k = I; k < 512; k += gridDim.x * blockDim.x)
        b[k] = k;
}

__global__ void global_swap_pairs(int *a, int *b)
{
    int x = b[2 * I];
    b[2 * I] = b[2 * I + 1];
    b[2 * I + 1] = x;
}

__global__ void global_bytes(int *a, int *b)
{
    unsigned char *bytes = (unsigned char *)b;
    bytes[I] = I;
    bytes[I] += 1;
}

__global__ void global_everybody_reads(int *a, int *b)
{
    int sum = 0;
    for (int k = 0; k < 64; k++)
        sum += a[k];
    b[I] = sum;
}

__global__ void global_first_thread(int *a, int *b)
{
    if (I == 0)
        for (int k = 1; k < 64; k++)
            b[k] = b[k - 1] + 1;
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
    shared_own_word<<<4, 64>>>(a, b);
    shared_read_then_write<<<4, 64>>>(a, b);
    shared_tiles<<<4, 64>>>(a, b);
    shared_reduction<<<4, 64>>>(a, b);
    shared_last_warp<<<4, 64>>>(a, b);
    shared_scan_two_buffers<<<4, 64>>>(a, b);
    shared_scan_two_barriers<<<4, 64>>>(a, b);
    shared_histogram<<<4, 64>>>(a, b);
    shared_same_value<<<4, 64>>>(a, b);
    shared_flag<<<4, 64>>>(a, b);
    shared_uniform_barrier<<<4, 64>>>(a, b);
    shared_transpose<<<4, 64>>>(a, b);
    shared_stencil<<<4, 64>>>(a, b);
    shared_bytes<<<4, 64>>>(a, b);
    shared_halves_of_words<<<4, 64>>>(a, b);
    shared_bytes_then_words<<<4, 64>>>(a, b);
    shared_per_warp<<<4, 64>>>(a, b);
    shared_shuffle<<<4, 64>>>(a, b);
    shared_atomic<<<4, 64>>>(a, b);
    shared_apart<<<4, 64, 128 * sizeof(int)>>>(a, b);
    shared_wide_stores<<<4, 64>>>(a, b);
    shared_bitonic<<<4, 64>>>(a, b);
    shared_count_at_barrier<<<4, 64>>>(a, b);
    shared_one_warp<<<4, 64>>>(a, b);
    shared_early_exit<<<4, 64>>>(a, b);
    shared_rotating<<<4, 64>>>(a, b);
    global_own_element<<<4, 64>>>(a, b);
    global_atomic_counter<<<4, 64>>>(a, b);
    global_same_value<<<4, 64>>>(a, b);
    global_stencil<<<4, 64>>>(a, b);
    global_neighbour<<<4, 64>>>(a, b);
    cudaMemset(a, 0, 1024 * sizeof(int));
    global_histogram<<<4, 64>>>(a, b);
    global_pieces<<<4, 64>>>(a, b);
    global_last_block<<<4, 64>>>(a, b);
    global_transpose<<<4, 64>>>(a, b);
    global_scatter<<<4, 64>>>(a, b);
    global_atomic_maximum<<<4, 64>>>(a, b);
    global_grid_stride<<<4, 64>>>(a, b);
    global_swap_pairs<<<4, 64>>>(a, b);
    global_bytes<<<4, 64>>>(a, b);
    global_everybody_reads<<<4, 64>>>(a, b);
    global_first_thread<<<4, 64>>>(a, b);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    cudaFree(a);
    cudaFree(b);
    return error != cudaSuccess;
}
