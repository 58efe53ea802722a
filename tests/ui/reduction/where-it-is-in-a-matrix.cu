//@ run: cpu sim
//@ emit: cuda cpu
// Places in a matrix, as linear indices; the last of equal values, also where the value from before is one of them;
// places of eight bytes.
#include <stdio.h>
#define N 61

int a[N][N];

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

// The largest, and its largest place, over the first `lanes` threads of a warp, in the first of them.
__device__ static void warp_max_at_last(int *value, int *at, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        int other = __shfl_down_sync(present, *value, offset);
        int other_at = __shfl_down_sync(present, *at, offset);
        if (lane + offset < lanes) {
            if (other > *value || (other == *value && other_at > *at)) {
                *value = other;
                *at = other_at;
            }
        }
    }
}

// The largest, and its largest place, over the threads of the block, in all of them. All must call it.
__device__ static void block_max_at_last(int *value, int *at)
{
    __shared__ int of_warps[32];
    __shared__ int at_of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    warp_max_at_last(value, at, lane, min(32, threads - warp * 32));
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
        warp_max_at_last(value, at, lane, warps);
        if (lane == 0) {
            of_warps[0] = *value;
            at_of_warps[0] = *at;
        }
    }
    __syncthreads();
    *value = of_warps[0];
    *at = at_of_warps[0];
}

// The largest, and its largest place, of values in memory, computed by the block together.
__device__ static void block_max_at_last_of(int *value, int *at, const int *values, const int *places, unsigned int count)
{
    *value = values[0];
    *at = places[0];
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z) {
        int other = values[i];
        int other_at = places[i];
        if (other > *value || (other == *value && other_at > *at)) {
            *value = other;
            *at = other_at;
        }
    }
    block_max_at_last(value, at);
}

// The smallest, and its smallest place, over the first `lanes` threads of a warp, in the first of them.
__device__ static void warp_min_at(int *value, unsigned long *at, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        int other = __shfl_down_sync(present, *value, offset);
        unsigned long other_at = __shfl_down_sync(present, *at, offset);
        if (lane + offset < lanes) {
            if (other < *value || (other == *value && other_at < *at)) {
                *value = other;
                *at = other_at;
            }
        }
    }
}

// The smallest, and its smallest place, over the threads of the block, in all of them. All must call it.
__device__ static void block_min_at(int *value, unsigned long *at)
{
    __shared__ int of_warps[32];
    __shared__ unsigned long at_of_warps[32];
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
__device__ static void block_min_at_of(int *value, unsigned long *at, const int *values, const unsigned long *places, unsigned int count)
{
    *value = values[0];
    *at = places[0];
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z) {
        int other = values[i];
        unsigned long other_at = places[i];
        if (other < *value || (other == *value && other_at < *at)) {
            *value = other;
            *at = other_at;
        }
    }
    block_min_at(value, at);
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

// The smallest, and its largest place, over the first `lanes` threads of a warp, in the first of them.
__device__ static void warp_min_at_last(int *value, int *at, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        int other = __shfl_down_sync(present, *value, offset);
        int other_at = __shfl_down_sync(present, *at, offset);
        if (lane + offset < lanes) {
            if (other < *value || (other == *value && other_at > *at)) {
                *value = other;
                *at = other_at;
            }
        }
    }
}

// The smallest, and its largest place, over the threads of the block, in all of them. All must call it.
__device__ static void block_min_at_last(int *value, int *at)
{
    __shared__ int of_warps[32];
    __shared__ int at_of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    warp_min_at_last(value, at, lane, min(32, threads - warp * 32));
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
        warp_min_at_last(value, at, lane, warps);
        if (lane == 0) {
            of_warps[0] = *value;
            at_of_warps[0] = *at;
        }
    }
    __syncthreads();
    *value = of_warps[0];
    *at = at_of_warps[0];
}

// The smallest, and its largest place, of values in memory, computed by the block together.
__device__ static void block_min_at_last_of(int *value, int *at, const int *values, const int *places, unsigned int count)
{
    *value = values[0];
    *at = places[0];
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z) {
        int other = values[i];
        int other_at = places[i];
        if (other < *value || (other == *value && other_at > *at)) {
            *value = other;
            *at = other_at;
        }
    }
    block_min_at_last(value, at);
}

static __device__ unsigned int places_blocks_done;

// where-it-is-in-a-matrix.c:15: kernel places
__global__ void places(const int (*__restrict__ a)[61], int n, int most_before, int *most_of_blocks, int at_before, int *at_of_blocks, int least_before, int *least_of_blocks, unsigned long first_before, unsigned long *first_of_blocks)
{
    int most = most_before;
    int at = -1;
    int least = least_before;
    unsigned long first = first_before;
    int i_chunk = (n + 6) / 7;
    int i_begin = blockIdx.y * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.y; i < i_end; i += 2) {
        int j_chunk = (n + 2) / 3;
        int j_begin = blockIdx.x * j_chunk;
        int j_end = min(j_begin + j_chunk, n);
        for (int j = j_begin + threadIdx.x; j < j_end; j += 32) {
            if (a[i][j] >= most) {
                most = a[i][j];
                at = i * n + j;
            }
            if (a[i][j] < least) {
                least = a[i][j];
                first = i;
            }
        }
    }
    block_max_at_last(&most, &at);
    block_min_at(&least, &first);
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        most_of_blocks[blockIdx.y * gridDim.x + blockIdx.x] = most;
        at_of_blocks[blockIdx.y * gridDim.x + blockIdx.x] = at;
        least_of_blocks[blockIdx.y * gridDim.x + blockIdx.x] = least;
        first_of_blocks[blockIdx.y * gridDim.x + blockIdx.x] = first;
    }
    if (is_last_block(&places_blocks_done)) {
        block_max_at_last_of(&most, &at, most_of_blocks, at_of_blocks, gridDim.x * gridDim.y);
        block_min_at_of(&least, &first, least_of_blocks, first_of_blocks, gridDim.x * gridDim.y);
        if (threadIdx.x == 0 && threadIdx.y == 0) {
            most_of_blocks[0] = most;
            at_of_blocks[0] = at == -1 ? at_before : at;
            least_of_blocks[0] = least;
            first_of_blocks[0] = first;
        }
    }
}

static void in_rows(int n, int limit)
{
    int most = limit, at = 100000;
    unsigned long first = 9;
    int least = limit;
    {
        int *d_most = (int *)hicuda_results(0, sizeof(int) * 3 * 7, "where-it-is-in-a-matrix.c:15: kernel places tblock(7, 3) thread(2, 32)");
        int *d_at = (int *)hicuda_results(1, sizeof(int) * 3 * 7, "where-it-is-in-a-matrix.c:15: kernel places tblock(7, 3) thread(2, 32)");
        int *d_least = (int *)hicuda_results(2, sizeof(int) * 3 * 7, "where-it-is-in-a-matrix.c:15: kernel places tblock(7, 3) thread(2, 32)");
        unsigned long *d_first = (unsigned long *)hicuda_results(3, sizeof(unsigned long) * 3 * 7, "where-it-is-in-a-matrix.c:15: kernel places tblock(7, 3) thread(2, 32)");
        places<<<dim3(3, 7), dim3(32, 2)>>>((int (*)[61])hicuda_copy_of(a, "where-it-is-in-a-matrix.c:15: kernel places tblock(7, 3) thread(2, 32)"), n, most, d_most, at, d_at, least, d_least, first, d_first);
        hicuda_launched(cudaGetLastError(), "where-it-is-in-a-matrix.c:15: kernel places tblock(7, 3) thread(2, 32)");
        hicuda_check(cudaMemcpy(&most, d_most, sizeof(int), cudaMemcpyDeviceToHost), "where-it-is-in-a-matrix.c:15: kernel places tblock(7, 3) thread(2, 32)");
        hicuda_check(cudaMemcpy(&at, d_at, sizeof(int), cudaMemcpyDeviceToHost), "where-it-is-in-a-matrix.c:15: kernel places tblock(7, 3) thread(2, 32)");
        hicuda_check(cudaMemcpy(&least, d_least, sizeof(int), cudaMemcpyDeviceToHost), "where-it-is-in-a-matrix.c:15: kernel places tblock(7, 3) thread(2, 32)");
        hicuda_check(cudaMemcpy(&first, d_first, sizeof(unsigned long), cudaMemcpyDeviceToHost), "where-it-is-in-a-matrix.c:15: kernel places tblock(7, 3) thread(2, 32)");
    }
    printf("%d at %d, %d at %lu\n", most, at, least, first);
}

static __device__ unsigned int rest_blocks_done;

// where-it-is-in-a-matrix.c:46: kernel rest
__global__ void rest(const int (*__restrict__ a)[61], int least_before, int *least_of_blocks, int at_before, int *at_of_blocks)
{
    int least = least_before;
    int at = at_before;
    int i = N - 1 - (blockIdx.x * 64 + threadIdx.x) * 2;
    if (i > 3)
        for (int j = 0; j < i; j++) {
            if (a[i][j] < least)
                at = i, least = a[i][j];
        }
    block_min_at_last(&least, &at);
    if (threadIdx.x == 0) {
        least_of_blocks[blockIdx.x] = least;
        at_of_blocks[blockIdx.x] = at;
    }
    if (is_last_block(&rest_blocks_done)) {
        block_min_at_last_of(&least, &at, least_of_blocks, at_of_blocks, gridDim.x);
        if (threadIdx.x == 0) {
            least_of_blocks[0] = least;
            at_of_blocks[0] = at;
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 17 + j * 29) % 83;
    int (*d_a)[61];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "where-it-is-in-a-matrix.c:39: global alloc a[*][*] copyin");
    hicuda_remember(a, 0, sizeof a, d_a, "where-it-is-in-a-matrix.c:39: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "where-it-is-in-a-matrix.c:39: global alloc a[*][*] copyin");
    in_rows(N, 40);
    in_rows(N, 82);
    in_rows(N, 83);
    in_rows(1, 0);
    in_rows(0, 1);
    int least = 50, at = -5;
    {
        int *d_least2 = (int *)hicuda_results(0, sizeof(int) * 5, "where-it-is-in-a-matrix.c:46: kernel rest tblock(5) thread(64)");
        int *d_at2 = (int *)hicuda_results(1, sizeof(int) * 5, "where-it-is-in-a-matrix.c:46: kernel rest tblock(5) thread(64)");
        rest<<<5, 64>>>(d_a, least, d_least2, at, d_at2);
        hicuda_launched(cudaGetLastError(), "where-it-is-in-a-matrix.c:46: kernel rest tblock(5) thread(64)");
        hicuda_check(cudaMemcpy(&least, d_least2, sizeof(int), cudaMemcpyDeviceToHost), "where-it-is-in-a-matrix.c:46: kernel rest tblock(5) thread(64)");
        hicuda_check(cudaMemcpy(&at, d_at2, sizeof(int), cudaMemcpyDeviceToHost), "where-it-is-in-a-matrix.c:46: kernel rest tblock(5) thread(64)");
    }
    hicuda_check(cudaFree(d_a), "where-it-is-in-a-matrix.c:53: global free a");
    hicuda_forget(a, "where-it-is-in-a-matrix.c:53: global free a");
    printf("%d at %d\n", least, at);
    return 0;
}
