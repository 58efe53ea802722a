//@ emit: cuda cpu
//@ run: cpu
// A launch of no blocks or no threads: nothing is run if there is nothing to do, else by one.
#include <stdio.h>

int a[100], b[100], c[100], d[4];

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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
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

// launch-of-nothing.c:11: kernel by_ceiling
__global__ void by_ceiling(int *__restrict__ a, int n)
{
    int i = blockIdx.x * 16 + threadIdx.x;
    if (i < n)
        a[i] = i;
}

// launch-of-nothing.c:16: kernel a_block_each
__global__ void a_block_each(int *__restrict__ a)
{
    int i = blockIdx.x;
    int j = threadIdx.x;
    if (j < 1)
        a[i] += j + 1;
}

/* No iteration, no block. */
static void covered(int n)
{
    if ((n + 15) / 16 > 0) {
        by_ceiling<<<(n + 15) / 16, 16>>>((int *)hicuda_copy_of(a, "launch-of-nothing.c:11: kernel by_ceiling tblock((n + 15) / 16) thread(16)"), n);
        hicuda_launched(cudaGetLastError(), "launch-of-nothing.c:11: kernel by_ceiling tblock((n + 15) / 16) thread(16)");
    }
    if (n > 0) {
        a_block_each<<<n, 16>>>((int *)hicuda_copy_of(a, "launch-of-nothing.c:16: kernel a_block_each tblock(n) thread(16)"));
        hicuda_launched(cudaGetLastError(), "launch-of-nothing.c:16: kernel a_block_each tblock(n) thread(16)");
    }
}

// launch-of-nothing.c:28: kernel by_floor
__global__ void by_floor(int *__restrict__ b, int n)
{
    int i_chunk = (n + (int)gridDim.x - 1) / (int)gridDim.x;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += blockDim.x)
        b[i] = 2 * i;
}

// launch-of-nothing.c:33: kernel by_threads
__global__ void by_threads(int *__restrict__ c, int n)
{
    int i_chunk = (n / 10 + (int)gridDim.y - 1) / (int)gridDim.y;
    int i_begin = blockIdx.y * i_chunk;
    int i_end = min(i_begin + i_chunk, n / 10);
    for (int i = i_begin; i < i_end; i++) {
        int j = blockIdx.x;
        for (int k = threadIdx.x; k < 5; k += blockDim.x)
            c[10 * i + 5 * j + k] = i + j + k;
    }
}

/* Fewer blocks or threads than work. */
static void rounded_down(int n)
{
    by_floor<<<n / 16 > 0 ? n / 16 : 1, n / 8 > 0 ? n / 8 : 1>>>((int *)hicuda_copy_of(b, "launch-of-nothing.c:28: kernel by_floor tblock(n / 16) thread(n / 8)"), n);
    hicuda_launched(cudaGetLastError(), "launch-of-nothing.c:28: kernel by_floor tblock(n / 16) thread(n / 8)");
    hicuda_require((n / 32 > 0 ? n / 32 : 1) <= 65535, "launch-of-nothing.c:33: kernel by_threads tblock(n / 32, 2) thread(n / 16): a grid has at most 65535 blocks in an outer dimension; write fewer into tblock");
    by_threads<<<dim3(2, n / 32 > 0 ? n / 32 : 1), n / 16 > 0 ? n / 16 : 1>>>((int *)hicuda_copy_of(c, "launch-of-nothing.c:33: kernel by_threads tblock(n / 32, 2) thread(n / 16)"), n);
    hicuda_launched(cudaGetLastError(), "launch-of-nothing.c:33: kernel by_threads tblock(n / 32, 2) thread(n / 16)");
}

// launch-of-nothing.c:47: kernel with_mark
__global__ void with_mark(int *__restrict__ a, int *__restrict__ d, int n)
{
    int i = blockIdx.x * 16 + threadIdx.x;
    if (i < n)
        a[i] += 3;
    if (threadIdx.x == 0) {
        d[1] = n;
    }
}

/* Something is done beside the loop. */
static void beside(int n)
{
    with_mark<<<(n + 15) / 16 > 0 ? (n + 15) / 16 : 1, 16>>>((int *)hicuda_copy_of(a, "launch-of-nothing.c:47: kernel with_mark tblock((n + 15) / 16) thread(16)"), (int *)hicuda_copy_of(d, "launch-of-nothing.c:47: kernel with_mark tblock((n + 15) / 16) thread(16)"), n);
    hicuda_launched(cudaGetLastError(), "launch-of-nothing.c:47: kernel with_mark tblock((n + 15) / 16) thread(16)");
}

int main(void)
{
    unsigned check = 0;
    for (int n = 0; n <= 100; n = n * 2 + 5) {
        int *d_a;
        hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "launch-of-nothing.c:61: global alloc a[*] clear");
        hicuda_remember(a, 0, sizeof a, d_a, "launch-of-nothing.c:61: global alloc a[*] clear");
        hicuda_check(cudaMemset(d_a, 0, sizeof a), "launch-of-nothing.c:61: global alloc a[*] clear");
        int *d_b;
        hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "launch-of-nothing.c:62: global alloc b[*] clear");
        hicuda_remember(b, 0, sizeof b, d_b, "launch-of-nothing.c:62: global alloc b[*] clear");
        hicuda_check(cudaMemset(d_b, 0, sizeof b), "launch-of-nothing.c:62: global alloc b[*] clear");
        int *d_c;
        hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "launch-of-nothing.c:63: global alloc c[*] clear");
        hicuda_remember(c, 0, sizeof c, d_c, "launch-of-nothing.c:63: global alloc c[*] clear");
        hicuda_check(cudaMemset(d_c, 0, sizeof c), "launch-of-nothing.c:63: global alloc c[*] clear");
        int *d_d;
        hicuda_check(cudaMalloc((void **)&d_d, sizeof d), "launch-of-nothing.c:64: global alloc d[*] clear");
        hicuda_remember(d, 0, sizeof d, d_d, "launch-of-nothing.c:64: global alloc d[*] clear");
        hicuda_check(cudaMemset(d_d, 0, sizeof d), "launch-of-nothing.c:64: global alloc d[*] clear");
        for (int i = 0; i < 100; i++)
            a[i] = b[i] = c[i] = d[i % 4] = 0;
        covered(n);
        rounded_down(n);
        beside(n);
        hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "launch-of-nothing.c:70: global copyout a[*]");
        hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "launch-of-nothing.c:71: global copyout b[*]");
        hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "launch-of-nothing.c:72: global copyout c[*]");
        hicuda_check(cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost), "launch-of-nothing.c:73: global copyout d[*]");
        hicuda_check(cudaFree(d_a), "launch-of-nothing.c:74: global free a b c d");
        hicuda_forget(a, "launch-of-nothing.c:74: global free a b c d");
        hicuda_check(cudaFree(d_b), "launch-of-nothing.c:74: global free a b c d");
        hicuda_forget(b, "launch-of-nothing.c:74: global free a b c d");
        hicuda_check(cudaFree(d_c), "launch-of-nothing.c:74: global free a b c d");
        hicuda_forget(c, "launch-of-nothing.c:74: global free a b c d");
        hicuda_check(cudaFree(d_d), "launch-of-nothing.c:74: global free a b c d");
        hicuda_forget(d, "launch-of-nothing.c:74: global free a b c d");
        for (int i = 0; i < 100; i++)
            check = check * 31u + (unsigned)(a[i] + b[i] + c[i] + d[i % 4]);
        printf("%d: %u\n", n, check);
    }
    return 0;
}
