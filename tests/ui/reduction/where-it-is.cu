//@ run: cpu sim
//@ emit: cuda cpu
// The smallest and the largest value, and where each is first: ties, an empty loop, values that are no better
// than the one from before, several pairs in one loop.
#include <stdio.h>
#define N 10000

float a[N];
int b[N];

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
static void *hicuda_results_memory[4];

static void hicuda_free_results(void)
{
    for (int place = 0; place < 4; place++)
        (void)cudaFree(hicuda_results_memory[place]);
}

static void *hicuda_results(int place, size_t bytes, const char *directive)
{
    static size_t held[4];
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

// The smallest, and its smallest place, over the first `lanes` threads of a warp, in the first of them.
__device__ static void warp_min_at(float *value, int *at, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        float other = __shfl_down_sync(present, *value, offset);
        int other_at = __shfl_down_sync(present, *at, offset);
        if (lane + offset < lanes) {
            if (other < *value || (other == *value && other_at < *at)) {
                *value = other;
                *at = other_at;
            }
        }
    }
}

// The smallest, and its smallest place, over the threads of the block, in all of them. All must call it.
__device__ static void block_min_at(float *value, int *at)
{
    __shared__ float of_warps[32];
    __shared__ int at_of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    warp_min_at(value, at, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0) {
        of_warps[warp] = *value;
        at_of_warps[warp] = *at;
    }
    __syncthreads();
    if (warps == 1) {
        *value = of_warps[0];
        *at = at_of_warps[0];
        return;
    }
    if (warp == 0 && lane < warps) {
        *value = of_warps[lane];
        *at = at_of_warps[lane];
        warp_min_at(value, at, lane, warps);
        if (lane == 0) {
            of_warps[0] = *value;
            at_of_warps[0] = *at;
        }
    }
    __syncthreads();
    *value = of_warps[0];
    *at = at_of_warps[0];
}

// The smallest, and its smallest place, of values in memory, computed by the block together.
__device__ static void block_min_at_of(float *value, int *at, const float *values, const int *places, unsigned int count)
{
    *value = values[0];
    *at = places[0];
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z) {
        float other = values[i];
        int other_at = places[i];
        if (other < *value || (other == *value && other_at < *at)) {
            *value = other;
            *at = other_at;
        }
    }
    block_min_at(value, at);
}

// The largest, and its smallest place, over the first `lanes` threads of a warp, in the first of them.
__device__ static void warp_max_at(int *value, long *at, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        int other = __shfl_down_sync(present, *value, offset);
        long other_at = __shfl_down_sync(present, *at, offset);
        if (lane + offset < lanes) {
            if (other > *value || (other == *value && other_at < *at)) {
                *value = other;
                *at = other_at;
            }
        }
    }
}

// The largest, and its smallest place, over the threads of the block, in all of them. All must call it.
__device__ static void block_max_at(int *value, long *at)
{
    __shared__ int of_warps[32];
    __shared__ long at_of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    warp_max_at(value, at, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0) {
        of_warps[warp] = *value;
        at_of_warps[warp] = *at;
    }
    __syncthreads();
    if (warps == 1) {
        *value = of_warps[0];
        *at = at_of_warps[0];
        return;
    }
    if (warp == 0 && lane < warps) {
        *value = of_warps[lane];
        *at = at_of_warps[lane];
        warp_max_at(value, at, lane, warps);
        if (lane == 0) {
            of_warps[0] = *value;
            at_of_warps[0] = *at;
        }
    }
    __syncthreads();
    *value = of_warps[0];
    *at = at_of_warps[0];
}

// The largest, and its smallest place, of values in memory, computed by the block together.
__device__ static void block_max_at_of(int *value, long *at, const int *values, const long *places, unsigned int count)
{
    *value = values[0];
    *at = places[0];
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z) {
        int other = values[i];
        long other_at = places[i];
        if (other > *value || (other == *value && other_at < *at)) {
            *value = other;
            *at = other_at;
        }
    }
    block_max_at(value, at);
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

static __device__ unsigned int extremes_blocks_done;

// where-it-is.c:17: kernel extremes
__global__ void extremes(const float *__restrict__ a, const int *__restrict__ b, int n, float least_before, float *least_of_blocks, int at_before, int *at_of_blocks, int most_before, int *most_of_blocks, long most_at_before, long *most_at_of_blocks)
{
    float least = least_before;
    int at = at_before;
    int most = most_before;
    long most_at = most_at_before;
    int i_chunk = (n + 11) / 12;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    int i = i_begin + threadIdx.x;
    for (; i < i_end - 672; i += 768) {
        #pragma unroll
        for (int round = 0; round < 8; round++) {
            if (a[i + round * 96] < least) {
                least = a[i + round * 96];
                at = i + round * 96;
            }
            if (most < b[i + round * 96]) {
                most_at = i + round * 96;
                most = b[i + round * 96];
            }
        }
    }
    for (; i < i_end; i += 96) {
        if (a[i] < least) {
            least = a[i];
            at = i;
        }
        if (most < b[i]) {
            most_at = i;
            most = b[i];
        }
    }
    block_min_at(&least, &at);
    block_max_at(&most, &most_at);
    if (threadIdx.x == 0) {
        least_of_blocks[blockIdx.x] = least;
        at_of_blocks[blockIdx.x] = at;
        most_of_blocks[blockIdx.x] = most;
        most_at_of_blocks[blockIdx.x] = most_at;
    }
    if (is_last_block(&extremes_blocks_done)) {
        block_min_at_of(&least, &at, least_of_blocks, at_of_blocks, gridDim.x);
        block_max_at_of(&most, &most_at, most_of_blocks, most_at_of_blocks, gridDim.x);
        if (threadIdx.x == 0) {
            least_of_blocks[0] = least;
            at_of_blocks[0] = at;
            most_of_blocks[0] = most;
            most_at_of_blocks[0] = most_at;
        }
    }
}

static void nearest(int n, float limit)
{
    float least = limit;
    int at = -1;
    long most_at = 7;
    int most = -5;
    {
        float *d_least = (float *)hicuda_results(0, sizeof(float) * 12, "where-it-is.c:17: kernel extremes tblock(12) thread(96)");
        int *d_at = (int *)hicuda_results(1, sizeof(int) * 12, "where-it-is.c:17: kernel extremes tblock(12) thread(96)");
        int *d_most = (int *)hicuda_results(2, sizeof(int) * 12, "where-it-is.c:17: kernel extremes tblock(12) thread(96)");
        long *d_most_at = (long *)hicuda_results(3, sizeof(long) * 12, "where-it-is.c:17: kernel extremes tblock(12) thread(96)");
        extremes<<<12, 96>>>((float *)hicuda_copy_of(a, "where-it-is.c:17: kernel extremes tblock(12) thread(96)"), (int *)hicuda_copy_of(b, "where-it-is.c:17: kernel extremes tblock(12) thread(96)"), n, least, d_least, at, d_at, most, d_most, most_at, d_most_at);
        hicuda_launched(cudaGetLastError(), "where-it-is.c:17: kernel extremes tblock(12) thread(96)");
        hicuda_check(cudaMemcpy(&least, d_least, sizeof(float), cudaMemcpyDeviceToHost), "where-it-is.c:17: kernel extremes tblock(12) thread(96)");
        hicuda_check(cudaMemcpy(&at, d_at, sizeof(int), cudaMemcpyDeviceToHost), "where-it-is.c:17: kernel extremes tblock(12) thread(96)");
        hicuda_check(cudaMemcpy(&most, d_most, sizeof(int), cudaMemcpyDeviceToHost), "where-it-is.c:17: kernel extremes tblock(12) thread(96)");
        hicuda_check(cudaMemcpy(&most_at, d_most_at, sizeof(long), cudaMemcpyDeviceToHost), "where-it-is.c:17: kernel extremes tblock(12) thread(96)");
    }
    printf("%d: %g at %d, %d at %ld\n", n, least, at, most, most_at);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = (i * 7919 % 1000) / 8.0f;
        b[i] = i * 31 % 977;
    }
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "where-it-is.c:39: global alloc a[*] copyin");
    hicuda_remember(a, 0, sizeof a, d_a, "where-it-is.c:39: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "where-it-is.c:39: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "where-it-is.c:40: global alloc b[*] copyin");
    hicuda_remember(b, 0, sizeof b, d_b, "where-it-is.c:40: global alloc b[*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "where-it-is.c:40: global alloc b[*] copyin");
    nearest(N, 1e9f);
    nearest(N, 0);
    nearest(5, 1e9f);
    nearest(0, 3);
    hicuda_check(cudaFree(d_a), "where-it-is.c:45: global free a b");
    hicuda_forget(a, "where-it-is.c:45: global free a b");
    hicuda_check(cudaFree(d_b), "where-it-is.c:45: global free a b");
    hicuda_forget(b, "where-it-is.c:45: global free a b");
    return 0;
}
