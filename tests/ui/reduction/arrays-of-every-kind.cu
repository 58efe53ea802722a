//@ emit: cuda cpu
//@ run: cpu
// Operations, types and shapes of arrays that threads update together.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 3000

int key[N], value[N];
float weight[N];

// Floating-point sums are added up in a fixed order, a copy for each thread.
float sums[12];
// Two dimensions, several loops.
int pairs[5][7];
// No order matters to the largest, whatever the type.
float most[9];
long long least[9];
// Logical and bitwise ones.
int every[8], some[8];
unsigned bits[8], odd[8];
// Too large for shared memory.
int large[20000];
// Allowed to be combined in any order.
double products[4];

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

// A device copy belongs to the host object, whichever pointer leads to it. Of the object at
// `host` it holds `bytes` bytes from the one with number `first` on.
static struct hicuda_copy {
    const char *host;
    size_t first, bytes;
    char *device;
    int is_there;
} hicuda_copies[1024];

static void hicuda_remember(const void *host, size_t first, size_t bytes, void *device, const char *directive)
{
    for (int i = 0; i < 1024; i++)
        if (!hicuda_copies[i].is_there) {
            hicuda_copies[i].host = (const char *)host;
            hicuda_copies[i].first = first;
            hicuda_copies[i].bytes = bytes;
            hicuda_copies[i].device = (char *)device;
            hicuda_copies[i].is_there = 1;
            return;
        }
    fprintf(stderr, "%s: more than 1024 device copies\n", directive);
    exit(EXIT_FAILURE);
}

static struct hicuda_copy *hicuda_find(const void *host, const char *directive)
{
    struct hicuda_copy *empty = NULL;
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there && hicuda_copies[i].host == host) {
            if (hicuda_copies[i].bytes)
                return &hicuda_copies[i];
            empty = &hicuda_copies[i];
        }
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there
            && (size_t)((const char *)host - hicuda_copies[i].host) - hicuda_copies[i].first < hicuda_copies[i].bytes)
            return &hicuda_copies[i];
    if (empty)
        return empty;
    fprintf(stderr, "%s: this object has no copy on the device\n", directive);
    exit(EXIT_FAILURE);
}

// Where the byte at `host`, the start of an object or inside a copy, is on the device.
static void *hicuda_copy_of(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    return copy->device + ((const char *)host - copy->host) - copy->first;
}

static void *hicuda_forget(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    copy->is_there = 0;
    return copy->device;
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

// Combines a value with one in memory, whoever else does so: the largest of both.
__device__ static void atomic_max(float *target, float other)
{
    unsigned int seen = 0;
    unsigned int expected;
    do {
        expected = seen;
        float value = *(float *)&expected;
        value = max(value, other);
        seen = atomicCAS((unsigned int *)target, expected, *(unsigned int *)&value);
    } while (seen != expected);
}

// Combines a value with one in memory, whoever else does so: the conjunction of both.
__device__ static void atomic_all(int *target, int other)
{
    unsigned int seen = 0;
    unsigned int expected;
    do {
        expected = seen;
        int value = *(int *)&expected;
        value = value == other ? value : value && other;
        seen = atomicCAS((unsigned int *)target, expected, *(unsigned int *)&value);
    } while (seen != expected);
}

// Combines a value with one in memory, whoever else does so: the product of both.
__device__ static void atomic_product(double *target, double other)
{
    unsigned long long seen = 0;
    unsigned long long expected;
    do {
        expected = seen;
        double value = *(double *)&expected;
        value *= other;
        seen = atomicCAS((unsigned long long *)target, expected, *(unsigned long long *)&value);
    } while (seen != expected);
}

// arrays-of-every-kind.c:32: kernel by_pointer
__global__ void by_pointer(int *__restrict__ flat, const int *__restrict__ key, const int *__restrict__ value, int n, int size)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    int i = i_begin + threadIdx.x;
    for (; i < i_end - 672; i += 768) {
        #pragma unroll
        for (int round = 0; round < 8; round++)
            atomicAdd(&flat[key[i + round * 96] % size], value[i + round * 96]);
    }
    for (; i < i_end; i += 96)
        atomicAdd(&flat[key[i] % size], value[i]);
}

void count(int n, int size, int *flat)
{
    int *d_flat;
    hicuda_check(cudaMalloc((void **)&d_flat, sizeof(int) * size), "arrays-of-every-kind.c:31: global alloc flat[*] copyin");
    hicuda_check(cudaMemcpy(d_flat, flat, sizeof(int) * size, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:31: global alloc flat[*] copyin");
    by_pointer<<<4, 96>>>(d_flat, (int *)hicuda_copy_of(key, "arrays-of-every-kind.c:32: kernel by_pointer tblock(4) thread(96)"), (int *)hicuda_copy_of(value, "arrays-of-every-kind.c:32: kernel by_pointer tblock(4) thread(96)"), n, size);
    hicuda_launched(cudaGetLastError(), "arrays-of-every-kind.c:32: kernel by_pointer tblock(4) thread(96)");
    hicuda_check(cudaMemcpy(flat, d_flat, sizeof(int) * size, cudaMemcpyDeviceToHost), "arrays-of-every-kind.c:37: global copyout flat[*]");
    hicuda_check(cudaFree(d_flat), "arrays-of-every-kind.c:38: global free flat");
}

static __device__ unsigned int in_order_blocks_done;

// arrays-of-every-kind.c:73: kernel in_order
__global__ void in_order(float *__restrict__ sums, const int *__restrict__ key, const float *__restrict__ weight, const int *__restrict__ value, int n, int total_before, int *total_of_blocks, float *sums_of_blocks)
{
    __shared__ float sums_part[12][100];
    int total = 0;
    for (int element = threadIdx.x; element < 1200; element += 100)
        sums_part[element / 100][element % 100] = 0;
    __syncthreads();
    int i_chunk = (n + 4) / 5;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    int i = i_begin + threadIdx.x;
    for (; i < i_end - 700; i += 800) {
        #pragma unroll
        for (int round = 0; round < 8; round++) {
            sums_part[key[i + round * 100] % 12][threadIdx.x] += weight[i + round * 100];
            total += value[i + round * 100];
        }
    }
    for (; i < i_end; i += 100) {
        sums_part[key[i] % 12][threadIdx.x] += weight[i];
        total += value[i];
    }
    total = block_sum(total);
    if (threadIdx.x == 0)
        total_of_blocks[blockIdx.x] = total;
    __syncthreads();
    for (int element = threadIdx.x; element < 12; element += 100) {
        float total2 = sums_part[element][element % 100];
        #pragma unroll 32
        for (int copy = 1; copy < 100; copy++)
            total2 += sums_part[element][(element + copy) % 100];
        sums_of_blocks[blockIdx.x * 12 + element] = total2;
    }
    __syncthreads();
    if (is_last_block(&in_order_blocks_done)) {
        total = block_sum_of(total_of_blocks, gridDim.x);
        if (threadIdx.x == 0)
            total_of_blocks[0] = total_before + total;
        for (int element = threadIdx.x; element < 12; element += 100) {
            float total3 = sums_of_blocks[element];
            for (unsigned int block = 1; block < gridDim.x; block++)
                total3 += sums_of_blocks[block * 12 + element];
            sums[element] += total3;
        }
    }
}

// arrays-of-every-kind.c:80: kernel by_pairs
__global__ void by_pairs(const int *__restrict__ value, int (*__restrict__ pairs)[7], const int *__restrict__ key)
{
    __shared__ int pairs_part[5][7][32];
    int thread = threadIdx.y * 16 + threadIdx.x;
    for (int element = thread; element < 1120; element += 128)
        pairs_part[element / 224][element / 32 % 7][element % 32] = 0;
    __syncthreads();
    int i_begin = blockIdx.y * 17;
    int i_end = min(i_begin + 17, 50);
    for (int i = i_begin + threadIdx.y; i < i_end; i += 8) {
        int j_begin = blockIdx.x * 30;
        int j = j_begin + threadIdx.x;
        for (; j < j_begin - 82; j += 128) {
            #pragma unroll
            for (int round = 0; round < 8; round++) {
                if (value[i * 60 + (j + round * 16)] > 0)
                    atomicAdd(&pairs_part[i % 5][key[i * 60 + (j + round * 16)] % 7][thread % 32], -value[i * 60 + (j + round * 16)]);
            }
        }
        for (; j < j_begin + 30; j += 16) {
            if (value[i * 60 + j] > 0)
                atomicAdd(&pairs_part[i % 5][key[i * 60 + j] % 7][thread % 32], -value[i * 60 + j]);
        }
    }
    __syncthreads();
    for (int element = thread; element < 35; element += 128) {
        int total = pairs_part[element / 7][element % 7][element % 32];
        for (int copy = 1; copy < 32; copy++)
            total += pairs_part[element / 7][element % 7][(element + copy) % 32];
        atomicAdd(&pairs[element / 7][element % 7], total);
    }
}

// arrays-of-every-kind.c:89: kernel extremes
__global__ void extremes(float *__restrict__ most, const int *__restrict__ key, const float *__restrict__ weight, const int *__restrict__ value, long long *__restrict__ least, int n)
{
    __shared__ float most_part[9][32];
    __shared__ long long least_part[9][32];
    for (int element = threadIdx.x; element < 288; element += 64)
        most_part[element / 32][element % 32] = (-INFINITY);
    for (int element = threadIdx.x; element < 288; element += 64)
        least_part[element / 32][element % 32] = 9223372036854775807ll;
    __syncthreads();
    int i_chunk = (n + 2) / 3;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 64) {
        atomic_max(&most_part[key[i] % 9][threadIdx.x % 32], weight[i]);
        atomicMin(&least_part[key[i] % 9][threadIdx.x % 32], value[i]);
    }
    __syncthreads();
    for (int element = threadIdx.x; element < 9; element += 64) {
        float total = most_part[element][element % 32];
        for (int copy = 1; copy < 32; copy++)
            total = max(total, most_part[element][(element + copy) % 32]);
        atomic_max(&most[element], total);
    }
    for (int element = threadIdx.x; element < 9; element += 64) {
        long long total = least_part[element][element % 32];
        for (int copy = 1; copy < 32; copy++)
            total = min(total, least_part[element][(element + copy) % 32]);
        atomicMin(&least[element], total);
    }
}

// arrays-of-every-kind.c:97: kernel logic
__global__ void logic(int *__restrict__ every, const int *__restrict__ key, const int *__restrict__ value, int *__restrict__ some, unsigned int *__restrict__ bits, unsigned int *__restrict__ odd, int n)
{
    __shared__ unsigned int bits_part[8][32];
    __shared__ unsigned int odd_part[8][32];
    for (int element = threadIdx.x; element < 256; element += 64)
        bits_part[element / 32][element % 32] = 0;
    for (int element = threadIdx.x; element < 256; element += 64)
        odd_part[element / 32][element % 32] = 0;
    __syncthreads();
    int i_chunk = (n / 4 + 2) / 3;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n / 4);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 64) {
        atomic_all(&every[key[i] % 8], value[i] < 9);
        if (value[i] > 8)
            atomicExch(&some[key[i] % 8], 1);
        atomicOr(&bits_part[key[i] % 8][threadIdx.x % 32], (unsigned int)key[i]);
        atomicXor(&odd_part[key[i] % 8][threadIdx.x % 32], (unsigned int)key[i]);
    }
    __syncthreads();
    for (int element = threadIdx.x; element < 8; element += 64) {
        unsigned int total = bits_part[element][element % 32];
        for (int copy = 1; copy < 32; copy++)
            total |= bits_part[element][(element + copy) % 32];
        atomicOr(&bits[element], total);
    }
    for (int element = threadIdx.x; element < 8; element += 64) {
        unsigned int total = odd_part[element][element % 32];
        for (int copy = 1; copy < 32; copy++)
            total ^= odd_part[element][(element + copy) % 32];
        atomicXor(&odd[element], total);
    }
}

// arrays-of-every-kind.c:107: kernel in_place
__global__ void in_place(int *__restrict__ large, const int *__restrict__ key, int n)
{
    int i_chunk = (n + 2) / 3;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    int i = i_begin + threadIdx.x;
    for (; i < i_end - 448; i += 512) {
        #pragma unroll
        for (int round = 0; round < 8; round++)
            atomicAdd(&large[key[i + round * 64]], 1);
    }
    for (; i < i_end; i += 64)
        atomicAdd(&large[key[i]], 1);
}

// arrays-of-every-kind.c:112: kernel in_any_order
__global__ void in_any_order(double *__restrict__ products, const int *__restrict__ key, const int *__restrict__ value)
{
    __shared__ double products_part[4][32];
    for (int element = threadIdx.x; element < 128; element += 64)
        products_part[element / 32][element % 32] = 1;
    __syncthreads();
    int i = blockIdx.x * 14 + threadIdx.x;
    if (threadIdx.x < 14 && i < 40)
        atomic_product(&products_part[key[i] % 4][threadIdx.x % 32], value[i]);
    __syncthreads();
    for (int element = threadIdx.x; element < 4; element += 64) {
        double total = products_part[element][element % 32];
        for (int copy = 1; copy < 32; copy++)
            total *= products_part[element][(element + copy) % 32];
        atomic_product(&products[element], total);
    }
}

int main(void)
{
    unsigned seed = 5;
    int n = N, total = 0, bins[11] = { 0 };
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        key[i] = seed >> 20;
        value[i] = (int)(seed >> 28) - 5;
        weight[i] = (float)(seed >> 24) / 4;
    }
    for (int k = 0; k < 9; k++) {
        most[k] = k == 3 ? 1000 : -1;
        least[k] = 2;
    }
    for (int k = 0; k < 8; k++) {
        every[k] = 5 * (k != 2);
        bits[k] = k;
    }
    products[0] = products[3] = 1;
    int *d_key;
    hicuda_check(cudaMalloc((void **)&d_key, sizeof key), "arrays-of-every-kind.c:60: global alloc key[*] copyin");
    hicuda_remember(key, 0, sizeof key, d_key, "arrays-of-every-kind.c:60: global alloc key[*] copyin");
    hicuda_check(cudaMemcpy(d_key, key, sizeof key, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:60: global alloc key[*] copyin");
    int *d_value;
    hicuda_check(cudaMalloc((void **)&d_value, sizeof value), "arrays-of-every-kind.c:61: global alloc value[*] copyin");
    hicuda_remember(value, 0, sizeof value, d_value, "arrays-of-every-kind.c:61: global alloc value[*] copyin");
    hicuda_check(cudaMemcpy(d_value, value, sizeof value, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:61: global alloc value[*] copyin");
    float *d_weight;
    hicuda_check(cudaMalloc((void **)&d_weight, sizeof weight), "arrays-of-every-kind.c:62: global alloc weight[*] copyin");
    hicuda_check(cudaMemcpy(d_weight, weight, sizeof weight, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:62: global alloc weight[*] copyin");
    float *d_sums;
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "arrays-of-every-kind.c:63: global alloc sums[*] copyin");
    hicuda_check(cudaMemcpy(d_sums, sums, sizeof sums, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:63: global alloc sums[*] copyin");
    int (*d_pairs)[7];
    hicuda_check(cudaMalloc((void **)&d_pairs, sizeof pairs), "arrays-of-every-kind.c:64: global alloc pairs[*][*] copyin");
    hicuda_check(cudaMemcpy(d_pairs, pairs, sizeof pairs, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:64: global alloc pairs[*][*] copyin");
    float *d_most;
    hicuda_check(cudaMalloc((void **)&d_most, sizeof most), "arrays-of-every-kind.c:65: global alloc most[*] copyin");
    hicuda_check(cudaMemcpy(d_most, most, sizeof most, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:65: global alloc most[*] copyin");
    long long *d_least;
    hicuda_check(cudaMalloc((void **)&d_least, sizeof least), "arrays-of-every-kind.c:66: global alloc least[*] copyin");
    hicuda_check(cudaMemcpy(d_least, least, sizeof least, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:66: global alloc least[*] copyin");
    int *d_every;
    hicuda_check(cudaMalloc((void **)&d_every, sizeof every), "arrays-of-every-kind.c:67: global alloc every[*] copyin");
    hicuda_check(cudaMemcpy(d_every, every, sizeof every, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:67: global alloc every[*] copyin");
    int *d_some;
    hicuda_check(cudaMalloc((void **)&d_some, sizeof some), "arrays-of-every-kind.c:68: global alloc some[*] copyin");
    hicuda_check(cudaMemcpy(d_some, some, sizeof some, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:68: global alloc some[*] copyin");
    unsigned int *d_bits;
    hicuda_check(cudaMalloc((void **)&d_bits, sizeof bits), "arrays-of-every-kind.c:69: global alloc bits[*] copyin");
    hicuda_check(cudaMemcpy(d_bits, bits, sizeof bits, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:69: global alloc bits[*] copyin");
    unsigned int *d_odd;
    hicuda_check(cudaMalloc((void **)&d_odd, sizeof odd), "arrays-of-every-kind.c:70: global alloc odd[*] copyin");
    hicuda_check(cudaMemcpy(d_odd, odd, sizeof odd, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:70: global alloc odd[*] copyin");
    int *d_large;
    hicuda_check(cudaMalloc((void **)&d_large, sizeof large), "arrays-of-every-kind.c:71: global alloc large[*] copyin");
    hicuda_check(cudaMemcpy(d_large, large, sizeof large, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:71: global alloc large[*] copyin");
    double *d_products;
    hicuda_check(cudaMalloc((void **)&d_products, sizeof products), "arrays-of-every-kind.c:72: global alloc products[*] copyin");
    hicuda_check(cudaMemcpy(d_products, products, sizeof products, cudaMemcpyHostToDevice), "arrays-of-every-kind.c:72: global alloc products[*] copyin");
    {
        int *d_total = (int *)hicuda_results(0, sizeof(int) * 5, "arrays-of-every-kind.c:73: kernel in_order tblock(5) thread(100)");
        float *d_sums_of_blocks = (float *)hicuda_results(1, sizeof(float) * 5 * 12, "arrays-of-every-kind.c:73: kernel in_order tblock(5) thread(100)");
        in_order<<<5, 100>>>(d_sums, d_key, d_weight, d_value, n, total, d_total, d_sums_of_blocks);
        hicuda_launched(cudaGetLastError(), "arrays-of-every-kind.c:73: kernel in_order tblock(5) thread(100)");
        hicuda_check(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost), "arrays-of-every-kind.c:73: kernel in_order tblock(5) thread(100)");
    }
    by_pairs<<<dim3(2, 3), dim3(16, 8)>>>(d_value, d_pairs, d_key);
    hicuda_launched(cudaGetLastError(), "arrays-of-every-kind.c:80: kernel by_pairs tblock(3, 2) thread(8, 16)");
    extremes<<<3, 64>>>(d_most, d_key, d_weight, d_value, d_least, n);
    hicuda_launched(cudaGetLastError(), "arrays-of-every-kind.c:89: kernel extremes tblock(3) thread(64)");
    logic<<<3, 64>>>(d_every, d_key, d_value, d_some, d_bits, d_odd, n);
    hicuda_launched(cudaGetLastError(), "arrays-of-every-kind.c:97: kernel logic tblock(3) thread(64)");
    in_place<<<3, 64>>>(d_large, d_key, n);
    hicuda_launched(cudaGetLastError(), "arrays-of-every-kind.c:107: kernel in_place tblock(3) thread(64)");
    in_any_order<<<3, 64>>>(d_products, d_key, d_value);
    hicuda_launched(cudaGetLastError(), "arrays-of-every-kind.c:112: kernel in_any_order tblock(3) thread(64)");
    count(n, 11, bins);
    hicuda_check(cudaMemcpy(large, d_large, sizeof large, cudaMemcpyDeviceToHost), "arrays-of-every-kind.c:118: global copyout large[*]");
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "arrays-of-every-kind.c:119: global copyout sums[*]");
    hicuda_check(cudaMemcpy(pairs, d_pairs, sizeof pairs, cudaMemcpyDeviceToHost), "arrays-of-every-kind.c:120: global copyout pairs[*][*]");
    hicuda_check(cudaMemcpy(most, d_most, sizeof most, cudaMemcpyDeviceToHost), "arrays-of-every-kind.c:121: global copyout most[*]");
    hicuda_check(cudaMemcpy(least, d_least, sizeof least, cudaMemcpyDeviceToHost), "arrays-of-every-kind.c:122: global copyout least[*]");
    hicuda_check(cudaMemcpy(every, d_every, sizeof every, cudaMemcpyDeviceToHost), "arrays-of-every-kind.c:123: global copyout every[*]");
    hicuda_check(cudaMemcpy(some, d_some, sizeof some, cudaMemcpyDeviceToHost), "arrays-of-every-kind.c:124: global copyout some[*]");
    hicuda_check(cudaMemcpy(bits, d_bits, sizeof bits, cudaMemcpyDeviceToHost), "arrays-of-every-kind.c:125: global copyout bits[*]");
    hicuda_check(cudaMemcpy(odd, d_odd, sizeof odd, cudaMemcpyDeviceToHost), "arrays-of-every-kind.c:126: global copyout odd[*]");
    hicuda_check(cudaMemcpy(products, d_products, sizeof products, cudaMemcpyDeviceToHost), "arrays-of-every-kind.c:127: global copyout products[*]");
    hicuda_check(cudaFree(d_key), "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_forget(key, "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_check(cudaFree(d_value), "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_forget(value, "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_check(cudaFree(d_weight), "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_check(cudaFree(d_sums), "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_check(cudaFree(d_pairs), "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_check(cudaFree(d_most), "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_check(cudaFree(d_least), "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_check(cudaFree(d_every), "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_check(cudaFree(d_some), "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_check(cudaFree(d_bits), "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_check(cudaFree(d_odd), "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_check(cudaFree(d_large), "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    hicuda_check(cudaFree(d_products), "arrays-of-every-kind.c:128: global free key value weight sums pairs most least every some bits odd large products");
    printf("%d\n", total);
    for (int k = 0; k < 8; k++) {
        printf("%g %g %lld %d %d", sums[k], most[k], least[k], every[k], some[k]);
        printf(" %u %u %d %d %g\n", bits[k], odd[k], large[k], bins[k], products[k % 4]);
    }
    for (int k = 0; k < 35; k++)
        printf("%d ", pairs[k / 7][k % 7]);
    printf("\n");
    return 0;
}
