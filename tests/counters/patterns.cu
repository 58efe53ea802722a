/* Access patterns whose cost is measured on a GPU and predicted by the
 * simulator; the two must agree to the last sector and wavefront.
 *
 * A kernel here does one thing to memory, and otherwise what it cannot do
 * without: a load stores what it loaded in the tidiest way, a pattern of shared
 * memory first fills it. docs/counters.md has the table. */

#include <stdio.h>

#define BLOCKS 2
#define THREADS 64
#define WORDS 65536 /* of each array in device memory */
#define TILE 4096   /* words of shared memory */

struct three { float x, y, z; };
struct four { float x, y, z, w; };
struct five { float a, b, c, d, e; };

#define I (blockIdx.x * blockDim.x + threadIdx.x)
#define LANE (threadIdx.x % 32)

/* The warp's lanes read in[index], and store tidily. */
#define LOAD(name, type, index)                                                                    \
    __global__ void load_##name(type *out, const type *in)                                         \
    {                                                                                              \
        int i = I;                                                                                 \
        out[i] = in[index];                                                                        \
    }

/* The same, for some of the lanes. */
#define LOAD_IF(name, type, condition, index)                                                      \
    __global__ void load_##name(type *out, const type *in)                                         \
    {                                                                                              \
        int i = I;                                                                                 \
        if (condition)                                                                             \
            out[i] = in[index];                                                                    \
    }

/* The warp's lanes write out[index]. */
#define STORE(name, type, index)                                                                   \
    __global__ void store_##name(type *out)                                                        \
    {                                                                                              \
        int i = I;                                                                                 \
        out[index] = (type)i;                                                                      \
    }

#define STORE_IF(name, type, condition, index)                                                     \
    __global__ void store_##name(type *out)                                                        \
    {                                                                                              \
        int i = I;                                                                                 \
        if (condition)                                                                             \
            out[index] = (type)i;                                                                  \
    }

/* Shared memory is filled, and then read at [index]. */
#define SHARED_LOAD(name, type, condition, index)                                                  \
    __global__ void shared_load_##name(type *out)                                                  \
    {                                                                                              \
        __shared__ __align__(16) float words[TILE];                                                \
        int i = threadIdx.x;                                                                       \
        for (int k = i; k < TILE; k += THREADS)                                                    \
            words[k] = (float)k;                                                                   \
        __syncthreads();                                                                           \
        if (condition)                                                                             \
            out[i] = ((const type *)words)[index];                                                 \
    }

/* Shared memory is written at [index], and one word of it is kept. */
#define SHARED_STORE(name, type, condition, index)                                                 \
    __global__ void shared_store_##name(float *out, type value)                                    \
    {                                                                                              \
        __shared__ __align__(16) float words[TILE];                                                \
        int i = threadIdx.x;                                                                       \
        words[i] = 0;                                                                              \
        __syncthreads();                                                                           \
        if (condition)                                                                             \
            ((type *)words)[index] = value;                                                        \
        __syncthreads();                                                                           \
        out[i] = words[i];                                                                         \
    }

/* Device memory: offsets and strides of words. */
LOAD(unit, float, i)
LOAD(offset_1, float, i + 1)
LOAD(offset_8, float, i + 8)
LOAD(offset_17, float, i + 17)
LOAD(stride_2, float, 2 * i)
LOAD(stride_3, float, 3 * i)
LOAD(stride_4, float, 4 * i)
LOAD(stride_5, float, 5 * i)
LOAD(stride_8, float, 8 * i)
LOAD(stride_16, float, 16 * i)
LOAD(stride_33, float, 33 * i)
LOAD(reverse, float, 1024 - i)
LOAD(permuted, float, i * 37 % 128)
LOAD(swapped, float, i ^ 21)
LOAD(pairs, float, i / 2)
LOAD(halves, float, i % 16)
LOAD(same_word, float, 5)
LOAD(same_word_per_warp, float, i / 32 * 100)
LOAD(column, float, i % 32 * 1024 + i / 32)
LOAD(diagonal, float, i % 32 * 1025)
LOAD(rows_of_16, float, threadIdx.x / 16 * 256 + threadIdx.x % 16)
LOAD(rows_of_8, float, threadIdx.x / 8 * 256 + threadIdx.x % 8)
LOAD(rows_of_5, float, threadIdx.x / 5 * 256 + threadIdx.x % 5)
LOAD_IF(odd_lanes, float, i % 2, i)
LOAD_IF(one_lane, float, LANE == 7, i)
LOAD_IF(first_half, float, LANE < 16, i)
LOAD_IF(guarded, float, i < 100, i + 3)

/* Other sizes. */
LOAD(byte_unit, unsigned char, i)
LOAD(byte_stride_4, unsigned char, 4 * i)
LOAD(byte_stride_32, unsigned char, 32 * i)
LOAD(short_unit, short, i)
LOAD(short_offset_3, short, i + 3)
LOAD(double_unit, double, i)
LOAD(double_offset_1, double, i + 1)
LOAD(double_stride_2, double, 2 * i)
LOAD(double_stride_5, double, 5 * i)
LOAD(float2_unit, float2, i)
LOAD(float2_offset_1, float2, i + 1)
LOAD(float2_stride_3, float2, 3 * i)
LOAD(float4_unit, float4, i)
LOAD(float4_offset_1, float4, i + 1)
LOAD(float4_stride_2, float4, 2 * i)
LOAD(float4_stride_5, float4, 5 * i)
LOAD_IF(float4_odd_lanes, float4, i % 2, i)

/* Structures: as many accesses as members. */
LOAD(struct_of_3, struct three, i)
LOAD(struct_of_4, struct four, i)
LOAD(struct_of_5, struct five, i)

STORE(unit, float, i)
STORE(offset_1, float, i + 1)
STORE(stride_2, float, 2 * i)
STORE(stride_3, float, 3 * i)
STORE(stride_8, float, 8 * i)
STORE(stride_32, float, 32 * i)
STORE(reverse, float, 1024 - i)
STORE(column, float, i % 32 * 1024 + i / 32)
STORE(rows_of_16, float, blockIdx.x * 4096 + threadIdx.x / 16 * 256 + threadIdx.x % 16)
STORE(rows_of_5, float, blockIdx.x * 4096 + threadIdx.x / 5 * 256 + threadIdx.x % 5)
STORE_IF(one_lane, float, LANE == 7, i)
STORE_IF(odd_lanes, float, i % 2, i)
STORE(byte_unit, unsigned char, i)
STORE(byte_stride_8, unsigned char, 8 * i)
STORE(short_stride_2, short, 2 * i)
STORE(double_unit, double, i)
STORE(double_offset_1, double, i + 1)
STORE(double_stride_4, double, 4 * i)

/* Shared memory: words. */
SHARED_LOAD(unit, float, 1, i)
SHARED_LOAD(offset_1, float, 1, i + 1)
SHARED_LOAD(stride_2, float, 1, 2 * i)
SHARED_LOAD(stride_3, float, 1, 3 * i)
SHARED_LOAD(stride_4, float, 1, 4 * i)
SHARED_LOAD(stride_6, float, 1, 6 * i)
SHARED_LOAD(stride_8, float, 1, 8 * i)
SHARED_LOAD(stride_16, float, 1, 16 * i)
SHARED_LOAD(stride_32, float, 1, 32 * i)
SHARED_LOAD(stride_33, float, 1, 33 * i)
SHARED_LOAD(same_word, float, 1, 77)
SHARED_LOAD(two_words, float, 1, i / 16 * 32)
SHARED_LOAD(pairs, float, 1, i / 2)
SHARED_LOAD(column_of_16, float, 1, i % 16 * 16 + i / 16)
SHARED_LOAD(column_of_17, float, 1, i % 16 * 17 + i / 16)
SHARED_LOAD(column_of_32, float, 1, i % 32 * 32 + i / 32)
SHARED_LOAD(permuted, float, 1, i * 37 % 64)
SHARED_LOAD(quadratic, float, 1, i * i % TILE)
SHARED_LOAD(half_stride_32, float, LANE < 16, 32 * i)
SHARED_LOAD(odd_stride_16, float, i % 2, 16 * i)
SHARED_LOAD(one_lane, float, LANE == 3, i)

/* Narrower and wider. */
SHARED_LOAD(byte_unit, unsigned char, 1, i)
SHARED_LOAD(byte_stride_4, unsigned char, 1, 4 * i)
SHARED_LOAD(byte_stride_128, unsigned char, 1, 128 * i)
SHARED_LOAD(short_unit, short, 1, i)
SHARED_LOAD(short_stride_4, short, 1, 4 * i)
SHARED_LOAD(double_unit, double, 1, i)
SHARED_LOAD(double_stride_2, double, 1, 2 * i)
SHARED_LOAD(double_stride_3, double, 1, 3 * i)
SHARED_LOAD(double_stride_4, double, 1, 4 * i)
SHARED_LOAD(double_stride_16, double, 1, 16 * i)
SHARED_LOAD(double_stride_17, double, 1, 17 * i)
SHARED_LOAD(double_same, double, 1, 9)
SHARED_LOAD(double_pairs, double, 1, i / 2)
SHARED_LOAD(double_halves, double, 1, i % 16)
SHARED_LOAD(double_two_words, double, 1, i / 16 * 16)
SHARED_LOAD(double_half_warp, double, LANE < 16, i)
SHARED_LOAD(double_odd_lanes, double, i % 2, i)
SHARED_LOAD(double_half_stride_2, double, LANE < 16, 2 * i)
SHARED_LOAD(double_interleaved, double, 1, i % 2 * 16 + i / 2)
SHARED_LOAD(float4_unit, float4, 1, i)
SHARED_LOAD(float4_stride_2, float4, 1, 2 * i)
SHARED_LOAD(float4_stride_3, float4, 1, 3 * i)
SHARED_LOAD(float4_stride_8, float4, 1, 8 * i)
SHARED_LOAD(float4_same, float4, 1, 9)
SHARED_LOAD(float4_pairs, float4, 1, i / 2)
SHARED_LOAD(float4_fours, float4, 1, i / 4)
SHARED_LOAD(float4_eighths, float4, 1, i % 8)
SHARED_LOAD(float4_halves, float4, 1, i % 16)
SHARED_LOAD(float4_half_warp, float4, LANE < 16, i)
SHARED_LOAD(float4_quarter, float4, LANE < 8, i)
SHARED_LOAD(float4_odd_lanes, float4, i % 2, i)
SHARED_LOAD(float4_two_words, float4, 1, i / 16 * 8)
SHARED_LOAD(float4_interleaved, float4, 1, i % 4 * 8 + i / 4)

/* Lanes in couples: next to each other, two apart, four apart, and mixed. */
SHARED_LOAD(double_two_apart, double, 1, i / 4 * 2 + i % 2)
SHARED_LOAD(double_four_apart, double, 1, i / 8 * 4 + i % 4)
SHARED_LOAD(double_mixed, double, 1, LANE < 16 ? i / 2 : i / 4 * 2 + i % 2)
SHARED_LOAD(double_odd_packed, double, i % 2, i / 2)
SHARED_LOAD(double_low_pairs, double, i % 4 < 2, i / 4 * 2 + i % 2)
SHARED_LOAD(double_thirds, double, i % 3 < 2, i / 3)
SHARED_LOAD(float4_two_apart, float4, 1, i / 4 * 2 + i % 2)
SHARED_LOAD(float4_four_apart, float4, 1, i / 8 * 4 + i % 4)
SHARED_LOAD(float4_odd_packed, float4, i % 2, i / 2)
SHARED_LOAD(float4_low_pairs, float4, i % 4 < 2, i / 4 * 2 + i % 2)
SHARED_LOAD(float4_one_half, float4, 1, LANE < 16 ? i / 2 : i)

SHARED_STORE(unit, float, 1, i)
SHARED_STORE(stride_2, float, 1, 2 * i)
SHARED_STORE(stride_3, float, 1, 3 * i)
SHARED_STORE(stride_8, float, 1, 8 * i)
SHARED_STORE(stride_32, float, 1, 32 * i)
SHARED_STORE(stride_33, float, 1, 33 * i)
SHARED_STORE(same_word, float, 1, 7)
SHARED_STORE(pairs, float, 1, i / 2)
SHARED_STORE(column_of_17, float, 1, i % 16 * 17 + i / 16)
SHARED_STORE(byte_stride_4, unsigned char, 1, 4 * i)
SHARED_STORE(double_unit, double, 1, i)
SHARED_STORE(double_stride_2, double, 1, 2 * i)
SHARED_STORE(double_stride_16, double, 1, 16 * i)
SHARED_STORE(double_halves, double, 1, i % 16)
SHARED_STORE(double_odd_lanes, double, i % 2, i)
SHARED_STORE(double_half_warp, double, LANE < 16, i)
SHARED_STORE(float4_unit, float4, 1, i)
SHARED_STORE(float4_stride_2, float4, 1, 2 * i)
SHARED_STORE(float4_stride_8, float4, 1, 8 * i)
SHARED_STORE(float4_eighths, float4, 1, i % 8)
SHARED_STORE(float4_half_warp, float4, LANE < 16, i)
SHARED_STORE(float4_odd_lanes, float4, i % 2, i)
SHARED_STORE(double_same, double, 1, 9)
SHARED_STORE(double_pairs, double, 1, i / 2)
SHARED_STORE(double_two_apart, double, 1, i / 4 * 2 + i % 2)
SHARED_STORE(double_odd_packed, double, i % 2, i / 2)
SHARED_STORE(float4_same, float4, 1, 9)
SHARED_STORE(float4_pairs, float4, 1, i / 2)
SHARED_STORE(float4_two_apart, float4, 1, i / 4 * 2 + i % 2)
SHARED_STORE(float4_odd_packed, float4, i % 2, i / 2)

#define RUN_LOAD(name, type) load_##name<<<BLOCKS, THREADS>>>((type *)out, (const type *)in);
#define RUN_STORE(name, type) store_##name<<<BLOCKS, THREADS>>>((type *)out);
#define RUN_SHARED_LOAD(name, type) shared_load_##name<<<1, THREADS>>>((type *)out);
#define RUN_SHARED_STORE(name, type, value) shared_store_##name<<<1, THREADS>>>(out, value);

static void loads(float *out, const float *in)
{
    RUN_LOAD(unit, float)
    RUN_LOAD(offset_1, float)
    RUN_LOAD(offset_8, float)
    RUN_LOAD(offset_17, float)
    RUN_LOAD(stride_2, float)
    RUN_LOAD(stride_3, float)
    RUN_LOAD(stride_4, float)
    RUN_LOAD(stride_5, float)
    RUN_LOAD(stride_8, float)
    RUN_LOAD(stride_16, float)
    RUN_LOAD(stride_33, float)
    RUN_LOAD(reverse, float)
    RUN_LOAD(permuted, float)
    RUN_LOAD(swapped, float)
    RUN_LOAD(pairs, float)
    RUN_LOAD(halves, float)
    RUN_LOAD(same_word, float)
    RUN_LOAD(same_word_per_warp, float)
    RUN_LOAD(column, float)
    RUN_LOAD(diagonal, float)
    RUN_LOAD(rows_of_16, float)
    RUN_LOAD(rows_of_8, float)
    RUN_LOAD(rows_of_5, float)
    RUN_LOAD(odd_lanes, float)
    RUN_LOAD(one_lane, float)
    RUN_LOAD(first_half, float)
    RUN_LOAD(guarded, float)
    load_unit<<<3, 45>>>(out, in); /* warps that are not full */
    RUN_LOAD(byte_unit, unsigned char)
    RUN_LOAD(byte_stride_4, unsigned char)
    RUN_LOAD(byte_stride_32, unsigned char)
    RUN_LOAD(short_unit, short)
    RUN_LOAD(short_offset_3, short)
    RUN_LOAD(double_unit, double)
    RUN_LOAD(double_offset_1, double)
    RUN_LOAD(double_stride_2, double)
    RUN_LOAD(double_stride_5, double)
    RUN_LOAD(float2_unit, float2)
    RUN_LOAD(float2_offset_1, float2)
    RUN_LOAD(float2_stride_3, float2)
    RUN_LOAD(float4_unit, float4)
    RUN_LOAD(float4_offset_1, float4)
    RUN_LOAD(float4_stride_2, float4)
    RUN_LOAD(float4_stride_5, float4)
    RUN_LOAD(float4_odd_lanes, float4)
    RUN_LOAD(struct_of_3, struct three)
    RUN_LOAD(struct_of_4, struct four)
    RUN_LOAD(struct_of_5, struct five)
}

static void stores(float *out)
{
    RUN_STORE(unit, float)
    RUN_STORE(offset_1, float)
    RUN_STORE(stride_2, float)
    RUN_STORE(stride_3, float)
    RUN_STORE(stride_8, float)
    RUN_STORE(stride_32, float)
    RUN_STORE(reverse, float)
    RUN_STORE(column, float)
    RUN_STORE(rows_of_16, float)
    RUN_STORE(rows_of_5, float)
    RUN_STORE(one_lane, float)
    RUN_STORE(odd_lanes, float)
    RUN_STORE(byte_unit, unsigned char)
    RUN_STORE(byte_stride_8, unsigned char)
    RUN_STORE(short_stride_2, short)
    RUN_STORE(double_unit, double)
    RUN_STORE(double_offset_1, double)
    RUN_STORE(double_stride_4, double)
}

static void shared_loads(float *out)
{
    RUN_SHARED_LOAD(unit, float)
    RUN_SHARED_LOAD(offset_1, float)
    RUN_SHARED_LOAD(stride_2, float)
    RUN_SHARED_LOAD(stride_3, float)
    RUN_SHARED_LOAD(stride_4, float)
    RUN_SHARED_LOAD(stride_6, float)
    RUN_SHARED_LOAD(stride_8, float)
    RUN_SHARED_LOAD(stride_16, float)
    RUN_SHARED_LOAD(stride_32, float)
    RUN_SHARED_LOAD(stride_33, float)
    RUN_SHARED_LOAD(same_word, float)
    RUN_SHARED_LOAD(two_words, float)
    RUN_SHARED_LOAD(pairs, float)
    RUN_SHARED_LOAD(column_of_16, float)
    RUN_SHARED_LOAD(column_of_17, float)
    RUN_SHARED_LOAD(column_of_32, float)
    RUN_SHARED_LOAD(permuted, float)
    RUN_SHARED_LOAD(quadratic, float)
    RUN_SHARED_LOAD(half_stride_32, float)
    RUN_SHARED_LOAD(odd_stride_16, float)
    RUN_SHARED_LOAD(one_lane, float)
    RUN_SHARED_LOAD(byte_unit, unsigned char)
    RUN_SHARED_LOAD(byte_stride_4, unsigned char)
    RUN_SHARED_LOAD(byte_stride_128, unsigned char)
    RUN_SHARED_LOAD(short_unit, short)
    RUN_SHARED_LOAD(short_stride_4, short)
    RUN_SHARED_LOAD(double_unit, double)
    RUN_SHARED_LOAD(double_stride_2, double)
    RUN_SHARED_LOAD(double_stride_3, double)
    RUN_SHARED_LOAD(double_stride_4, double)
    RUN_SHARED_LOAD(double_stride_16, double)
    RUN_SHARED_LOAD(double_stride_17, double)
    RUN_SHARED_LOAD(double_same, double)
    RUN_SHARED_LOAD(double_pairs, double)
    RUN_SHARED_LOAD(double_halves, double)
    RUN_SHARED_LOAD(double_two_words, double)
    RUN_SHARED_LOAD(double_half_warp, double)
    RUN_SHARED_LOAD(double_odd_lanes, double)
    RUN_SHARED_LOAD(double_half_stride_2, double)
    RUN_SHARED_LOAD(double_interleaved, double)
    RUN_SHARED_LOAD(float4_unit, float4)
    RUN_SHARED_LOAD(float4_stride_2, float4)
    RUN_SHARED_LOAD(float4_stride_3, float4)
    RUN_SHARED_LOAD(float4_stride_8, float4)
    RUN_SHARED_LOAD(float4_same, float4)
    RUN_SHARED_LOAD(float4_pairs, float4)
    RUN_SHARED_LOAD(float4_fours, float4)
    RUN_SHARED_LOAD(float4_eighths, float4)
    RUN_SHARED_LOAD(float4_halves, float4)
    RUN_SHARED_LOAD(float4_half_warp, float4)
    RUN_SHARED_LOAD(float4_quarter, float4)
    RUN_SHARED_LOAD(float4_odd_lanes, float4)
    RUN_SHARED_LOAD(float4_two_words, float4)
    RUN_SHARED_LOAD(float4_interleaved, float4)
    RUN_SHARED_LOAD(double_two_apart, double)
    RUN_SHARED_LOAD(double_four_apart, double)
    RUN_SHARED_LOAD(double_mixed, double)
    RUN_SHARED_LOAD(double_odd_packed, double)
    RUN_SHARED_LOAD(double_low_pairs, double)
    RUN_SHARED_LOAD(double_thirds, double)
    RUN_SHARED_LOAD(float4_two_apart, float4)
    RUN_SHARED_LOAD(float4_four_apart, float4)
    RUN_SHARED_LOAD(float4_odd_packed, float4)
    RUN_SHARED_LOAD(float4_low_pairs, float4)
    RUN_SHARED_LOAD(float4_one_half, float4)
}

static void shared_stores(float *out)
{
    float4 four = {1, 2, 3, 4};
    RUN_SHARED_STORE(unit, float, 1)
    RUN_SHARED_STORE(stride_2, float, 1)
    RUN_SHARED_STORE(stride_3, float, 1)
    RUN_SHARED_STORE(stride_8, float, 1)
    RUN_SHARED_STORE(stride_32, float, 1)
    RUN_SHARED_STORE(stride_33, float, 1)
    RUN_SHARED_STORE(same_word, float, 1)
    RUN_SHARED_STORE(pairs, float, 1)
    RUN_SHARED_STORE(column_of_17, float, 1)
    RUN_SHARED_STORE(byte_stride_4, unsigned char, 1)
    RUN_SHARED_STORE(double_unit, double, 1)
    RUN_SHARED_STORE(double_stride_2, double, 1)
    RUN_SHARED_STORE(double_stride_16, double, 1)
    RUN_SHARED_STORE(double_halves, double, 1)
    RUN_SHARED_STORE(double_odd_lanes, double, 1)
    RUN_SHARED_STORE(double_half_warp, double, 1)
    RUN_SHARED_STORE(float4_unit, float4, four)
    RUN_SHARED_STORE(float4_stride_2, float4, four)
    RUN_SHARED_STORE(float4_stride_8, float4, four)
    RUN_SHARED_STORE(float4_eighths, float4, four)
    RUN_SHARED_STORE(float4_half_warp, float4, four)
    RUN_SHARED_STORE(float4_odd_lanes, float4, four)
    RUN_SHARED_STORE(double_same, double, 1)
    RUN_SHARED_STORE(double_pairs, double, 1)
    RUN_SHARED_STORE(double_two_apart, double, 1)
    RUN_SHARED_STORE(double_odd_packed, double, 1)
    RUN_SHARED_STORE(float4_same, float4, four)
    RUN_SHARED_STORE(float4_pairs, float4, four)
    RUN_SHARED_STORE(float4_two_apart, float4, four)
    RUN_SHARED_STORE(float4_odd_packed, float4, four)
}

int main(void)
{
    float *in, *out;
    cudaMalloc((void **)&in, WORDS * sizeof(float));
    cudaMalloc((void **)&out, WORDS * sizeof(float));
    cudaMemset(in, 0, WORDS * sizeof(float));
    cudaMemset(out, 0, WORDS * sizeof(float));
    loads(out, in);
    stores(out);
    shared_loads(out);
    shared_stores(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaGetLastError();
    printf("%s\n", cudaGetErrorString(error));
    cudaFree(in);
    cudaFree(out);
    return error != cudaSuccess;
}
