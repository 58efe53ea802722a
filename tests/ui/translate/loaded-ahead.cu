//@ emit: cuda
//@ run: cpu
// A loop over sections loads the next one while it works, unless something
// could change what it loads.
#include <stdio.h>

#define N 256
#define TILE 32

struct body {
    float x, mass;
};

struct body bodies[N];
float a[N], b[N], c[N], d[N];
double wide[40][N];

#include <cuda_runtime.h>
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

cudaError_t launch_pull(dim3 grid, dim3 block, const struct body *bodies, const float *a, float *b, int n);

// Structs, a number of sections that is not known, and a loop around them.
static void pulls(int n)
{
    struct body *d_bodies;
    hicuda_check(cudaMalloc((void **)&d_bodies, sizeof bodies), "loaded-ahead.c:21: global alloc bodies[*] copyin");
    hicuda_check(cudaMemcpy(d_bodies, bodies, sizeof bodies, cudaMemcpyHostToDevice), "loaded-ahead.c:21: global alloc bodies[*] copyin");
    hicuda_launched(launch_pull((dim3){N / 64, 1, 1}, (dim3){64, 1, 1}, d_bodies, (float *)hicuda_copy_of(a, "loaded-ahead.c:22: kernel pull tblock(N/64) thread(64)"), (float *)hicuda_copy_of(b, "loaded-ahead.c:22: kernel pull tblock(N/64) thread(64)"), n), "loaded-ahead.c:22: kernel pull tblock(N/64) thread(64)");
    hicuda_check(cudaFree(d_bodies), "loaded-ahead.c:38: global free bodies");
}

cudaError_t launch_blur(dim3 grid, dim3 block, const double (*wide)[256], float *c);

// Downwards, with a border, and so much that it is no longer static.
static void blurs(void)
{
    hicuda_launched(launch_blur((dim3){1, 1, 1}, (dim3){256, 1, 1}, (double (*)[256])hicuda_copy_of(wide, "loaded-ahead.c:44: kernel blur tblock(1) thread(256)"), (float *)hicuda_copy_of(c, "loaded-ahead.c:44: kernel blur tblock(1) thread(256)")), "loaded-ahead.c:44: kernel blur tblock(1) thread(256)");
}

cudaError_t launch_search(dim3 grid, dim3 block, const float *a, float *b, int n);

// Where a loop may end early, a section is loaded when it is needed.
static void ends(int n)
{
    hicuda_launched(launch_search((dim3){1, 1, 1}, (dim3){64, 1, 1}, (float *)hicuda_copy_of(a, "loaded-ahead.c:64: kernel search tblock(1) thread(64)"), (float *)hicuda_copy_of(b, "loaded-ahead.c:64: kernel search tblock(1) thread(64)"), n), "loaded-ahead.c:64: kernel search tblock(1) thread(64)");
}

cudaError_t launch_fold(dim3 grid, dim3 block, float *d);

// And so is what the kernel writes.
static void writes(void)
{
    hicuda_launched(launch_fold((dim3){1, 1, 1}, (dim3){64, 1, 1}, (float *)hicuda_copy_of(d, "loaded-ahead.c:86: kernel fold tblock(1) thread(64)")), "loaded-ahead.c:86: kernel fold tblock(1) thread(64)");
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        bodies[i] = (struct body) { i % 9, i % 4 };
        a[i] = i % 5;
        d[i] = i % 3;
        for (int k = 0; k < 40; k++)
            wide[k][i] = (i + k) % 7;
    }
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "loaded-ahead.c:111: global alloc a[*] copyin");
    hicuda_remember(a, 0, sizeof a, d_a, "loaded-ahead.c:111: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "loaded-ahead.c:111: global alloc a[*] copyin");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "loaded-ahead.c:112: global alloc b[*]");
    hicuda_remember(b, 0, sizeof b, d_b, "loaded-ahead.c:112: global alloc b[*]");
    float *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "loaded-ahead.c:113: global alloc c[*]");
    hicuda_remember(c, 0, sizeof c, d_c, "loaded-ahead.c:113: global alloc c[*]");
    float *d_d;
    hicuda_check(cudaMalloc((void **)&d_d, sizeof d), "loaded-ahead.c:114: global alloc d[*] copyin");
    hicuda_remember(d, 0, sizeof d, d_d, "loaded-ahead.c:114: global alloc d[*] copyin");
    hicuda_check(cudaMemcpy(d_d, d, sizeof d, cudaMemcpyHostToDevice), "loaded-ahead.c:114: global alloc d[*] copyin");
    double (*d_wide)[256];
    hicuda_check(cudaMalloc((void **)&d_wide, sizeof wide), "loaded-ahead.c:115: global alloc wide[*][*] copyin");
    hicuda_remember(wide, 0, sizeof wide, d_wide, "loaded-ahead.c:115: global alloc wide[*][*] copyin");
    hicuda_check(cudaMemcpy(d_wide, wide, sizeof wide, cudaMemcpyHostToDevice), "loaded-ahead.c:115: global alloc wide[*][*] copyin");
    pulls(128);
    blurs();
    ends(100);
    writes();
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "loaded-ahead.c:120: global copyout b[*]");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "loaded-ahead.c:121: global copyout c[*]");
    hicuda_check(cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost), "loaded-ahead.c:122: global copyout d[*]");
    hicuda_check(cudaFree(d_a), "loaded-ahead.c:123: global free a b c d wide");
    hicuda_forget(a, "loaded-ahead.c:123: global free a b c d wide");
    hicuda_check(cudaFree(d_b), "loaded-ahead.c:123: global free a b c d wide");
    hicuda_forget(b, "loaded-ahead.c:123: global free a b c d wide");
    hicuda_check(cudaFree(d_c), "loaded-ahead.c:123: global free a b c d wide");
    hicuda_forget(c, "loaded-ahead.c:123: global free a b c d wide");
    hicuda_check(cudaFree(d_d), "loaded-ahead.c:123: global free a b c d wide");
    hicuda_forget(d, "loaded-ahead.c:123: global free a b c d wide");
    hicuda_check(cudaFree(d_wide), "loaded-ahead.c:123: global free a b c d wide");
    hicuda_forget(wide, "loaded-ahead.c:123: global free a b c d wide");
    for (int i = 0; i < N; i += 37)
        printf("%g %g %g\n", b[i], c[i], d[i]);
    return 0;
}
struct body {
    float x;
    float mass;
};

// Starts to copy 4, 8 or 16 bytes to shared memory. A GPU before compute capability 8.0 cannot
// do that by itself: the thread does.
static __device__ void hicuda_start_copy(void *to, const void *from, int bytes)
{
#if __CUDA_ARCH__ >= 800
    unsigned int place = (unsigned int)__cvta_generic_to_shared(to);
    if (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(place), "l"(from) : "memory");
    else if (bytes == 8)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" : : "r"(place), "l"(from) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(place), "l"(from) : "memory");
#else
    memcpy(to, from, bytes);
#endif
}

// Waits for the copies that this thread has started.
static __device__ void hicuda_await_copies(void)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" : : : "memory");
#endif
}

// loaded-ahead.c:22: kernel pull
__global__ void pull(const struct body *__restrict__ bodies, const float *__restrict__ a, float *__restrict__ b, int n)
{
    __shared__ __align__(16) struct body bodies_tile[2][32];
    int i_base = blockIdx.x * 64;
    int i = i_base + threadIdx.x;
    float sum = 0;
    for (int round = 0; round < 2; round++) {
        if (0 < n) {
            if (threadIdx.x < 32) {
                int from = threadIdx.x;
                if (from < 256)
                    hicuda_start_copy(&bodies_tile[0][threadIdx.x], &bodies[from], 8);
                else
                    bodies_tile[0][threadIdx.x] = body();
            }
        }
        int buffer = 0;
        for (int tile = 0; tile < n; tile += 32) {
            hicuda_await_copies();
            __syncthreads();
            if (tile + 32 < n) {
                if (threadIdx.x < 32) {
                    int from = tile + 32 + threadIdx.x;
                    if (from < 256)
                        hicuda_start_copy(&bodies_tile[1 - buffer][threadIdx.x], &bodies[from], 8);
                    else
                        bodies_tile[1 - buffer][threadIdx.x] = body();
                }
            }
            for (int j = 0; j < 32; j++)
                sum += bodies_tile[buffer][j].mass * (bodies_tile[buffer][j].x - a[i]);
            buffer = 1 - buffer;
        }
        __syncthreads();
    }
    b[i] = sum;
}

extern "C" cudaError_t launch_pull(dim3 grid, dim3 block, const struct body *bodies, const float *a, float *b, int n)
{
    pull<<<grid, block>>>(bodies, a, b, n);
    return cudaGetLastError();
}

// loaded-ahead.c:44: kernel blur
__global__ void blur(const double (*__restrict__ wide)[256], float *__restrict__ c)
{
    extern __shared__ __align__(16) unsigned char shared_memory[];
    double (*wide_tile)[14][257] = (double (*)[14][257])shared_memory;
    int i_base = blockIdx.x * 256;
    int i = i_base + threadIdx.x;
    double sum = 0;
    for (int first = 0; first < 3598; first += 256) {
        int element = first + threadIdx.x;
        if (element < 3598) {
            int from_column = i_base + element % 257;
            if (from_column < 256)
                hicuda_start_copy(&wide_tile[0][element / 257][element % 257], &wide[39 - 13 + element / 257][from_column], 8);
            else
                wide_tile[0][element / 257][element % 257] = 0;
        }
    }
    int buffer = 0;
    for (int row = 39 - 13; row >= 0; row -= 13) {
        hicuda_await_copies();
        __syncthreads();
        if (row - 13 >= 0)
            for (int first = 0; first < 3598; first += 256) {
                int element = first + threadIdx.x;
                if (element < 3598) {
                    int from_column = i_base + element % 257;
                    if (from_column < 256)
                        hicuda_start_copy(&wide_tile[1 - buffer][element / 257][element % 257], &wide[row - 13 + element / 257][from_column], 8);
                    else
                        wide_tile[1 - buffer][element / 257][element % 257] = 0;
                }
            }
        for (int k = 0; k < 13; k++)
            sum += wide_tile[buffer][k][threadIdx.x] - (i < 256 - 1 ? wide_tile[buffer][k + 1][threadIdx.x + 1] : 0);
        buffer = 1 - buffer;
    }
    c[i] = sum;
}

extern "C" cudaError_t launch_blur(dim3 grid, dim3 block, const double (*wide)[256], float *c)
{
    cudaError_t status = cudaFuncSetAttribute(blur, cudaFuncAttributeMaxDynamicSharedMemorySize, 57568);
    if (status != cudaSuccess)
        return status;
    blur<<<grid, block, 57568>>>(wide, c);
    return cudaGetLastError();
}

// loaded-ahead.c:64: kernel search
__global__ void search(const float *__restrict__ a, float *__restrict__ b, int n)
{
    __shared__ float a_tile[32];
    int i_base = 0;
    int i = i_base + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < 256; tile += 32) {
        if (threadIdx.x < 32)
            a_tile[threadIdx.x] = a[tile + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 32; j++)
            sum += a_tile[j];
        __syncthreads();
        if (tile > n)
            break;
    }
    b[i] += sum;
}

extern "C" cudaError_t launch_search(dim3 grid, dim3 block, const float *a, float *b, int n)
{
    search<<<grid, block>>>(a, b, n);
    return cudaGetLastError();
}

// loaded-ahead.c:86: kernel fold
__global__ void fold(float *__restrict__ d)
{
    __shared__ float d_tile[64];
    int i_base = 0;
    int i = i_base + threadIdx.x;
    float sum = 0;
    for (int tile = 64; tile < 256; tile += 64) {
        d_tile[threadIdx.x] = d[tile + threadIdx.x];
        __syncthreads();
        sum += d_tile[i_base + threadIdx.x] + d_tile[63 - i_base - threadIdx.x];
        __syncthreads();
    }
    d[i] = sum;
}

extern "C" cudaError_t launch_fold(dim3 grid, dim3 block, float *d)
{
    fold<<<grid, block>>>(d);
    return cudaGetLastError();
}
