//@ emit: cuda
//@ run: cpu sim
// `jam(n:w)`: a thread has its iterations in runs of w neighbours, for every length, both directions, and any number of threads.
#include <stdio.h>

#define N 103

static int a[N], b[N], c[N];

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

// runs.c:12: kernel one_run
__global__ void one_run(int *__restrict__ b, const int *__restrict__ a, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x * 4;
    if (i + 3 < n) {
        #pragma unroll
        for (int u = 0; u < 4; u++)
            b[i + u] = 3 * a[i + u] + (i + u);
    } else {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + u < n)
                b[i + u] = 3 * a[i + u] + (i + u);
        }
    }
}

static void all_in_one_run(int n)
{
    if ((n + 63) / 64 > 0) {
        one_run<<<(n + 63) / 64, 16>>>((int *)hicuda_copy_of(b, "runs.c:12: kernel one_run tblock((n + 63) / 64) thread(16)"), (int *)hicuda_copy_of(a, "runs.c:12: kernel one_run tblock((n + 63) / 64) thread(16)"), n);
        hicuda_launched(cudaGetLastError(), "runs.c:12: kernel one_run tblock((n + 63) / 64) thread(16)");
    }
}

// runs.c:21: kernel two
__global__ void two(int *__restrict__ b, const int *__restrict__ a, int n)
{
    int i_chunk = (n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x * 2; i < i_end; i += 32) {
        if (i + 17 < i_end) {
            #pragma unroll
            for (int u = 0; u < 4; u++)
                b[i + u % 2 + u / 2 * 16] += a[i + u % 2 + u / 2 * 16] * (i + u % 2 + u / 2 * 16);
        } else {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (i + u % 2 + u / 2 * 16 < i_end)
                    b[i + u % 2 + u / 2 * 16] += a[i + u % 2 + u / 2 * 16] * (i + u % 2 + u / 2 * 16);
            }
        }
    }
}

static void two_runs(int n)
{
    two<<<2, 8>>>((int *)hicuda_copy_of(b, "runs.c:21: kernel two tblock(2) thread(8)"), (int *)hicuda_copy_of(a, "runs.c:21: kernel two tblock(2) thread(8)"), n);
    hicuda_launched(cudaGetLastError(), "runs.c:21: kernel two tblock(2) thread(8)");
}

// runs.c:30: kernel turns
__global__ void turns(int *__restrict__ c, const int *__restrict__ b, const int *__restrict__ a, int n)
{
    for (int i = n - 1 - blockIdx.x * (blockDim.x * 6) * 2 - threadIdx.x * 3 * 2; i > -1; i -= blockDim.x * 6 * 3 * 2) {
        if (i - ((int)blockDim.x * 3 + 2) * 2 > -1) {
            #pragma unroll
            for (int u = 0; u < 6; u++)
                c[i - (u % 3 + u / 3 * ((int)blockDim.x * 3)) * 2] = b[i - (u % 3 + u / 3 * ((int)blockDim.x * 3)) * 2] - a[i - (u % 3 + u / 3 * ((int)blockDim.x * 3)) * 2];
        } else {
            #pragma unroll
            for (int u = 0; u < 6; u++) {
                if (i - (u % 3 + u / 3 * ((int)blockDim.x * 3)) * 2 > -1)
                    c[i - (u % 3 + u / 3 * ((int)blockDim.x * 3)) * 2] = b[i - (u % 3 + u / 3 * ((int)blockDim.x * 3)) * 2] - a[i - (u % 3 + u / 3 * ((int)blockDim.x * 3)) * 2];
            }
        }
    }
}

static void in_turns(int n, int threads)
{
    turns<<<3, threads > 0 ? threads : 1>>>((int *)hicuda_copy_of(c, "runs.c:30: kernel turns tblock(3) thread(threads)"), (int *)hicuda_copy_of(b, "runs.c:30: kernel turns tblock(3) thread(threads)"), (int *)hicuda_copy_of(a, "runs.c:30: kernel turns tblock(3) thread(threads)"), n);
    hicuda_launched(cudaGetLastError(), "runs.c:30: kernel turns tblock(3) thread(threads)");
}

// runs.c:39: kernel alone
__global__ void alone(const int *__restrict__ a, int *__restrict__ c, int n)
{
    for (int i = threadIdx.x * 2; i < n; i += 32) {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + u % 2 + u / 2 * 16 < n) {
                int sum = 0;
                for (int k = 0; k <= i + u % 2 + u / 2 * 16; k++)
                    sum += a[k];
                c[i + u % 2 + u / 2 * 16] += sum;
            }
        }
    }
}

static void one_block(int n)
{
    alone<<<1, 8>>>((int *)hicuda_copy_of(a, "runs.c:39: kernel alone tblock(1) thread(8)"), (int *)hicuda_copy_of(c, "runs.c:39: kernel alone tblock(1) thread(8)"), n);
    hicuda_launched(cudaGetLastError(), "runs.c:39: kernel alone tblock(1) thread(8)");
}

int main(void)
{
    const int lengths[] = { 0, 1, 2, 5, 16, 63, 64, 65, 96, N };
    for (int i = 0; i < N; i++)
        a[i] = i * 7 % 13;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "runs.c:55: global alloc a[*] copyin");
    hicuda_remember(a, 0, sizeof a, d_a, "runs.c:55: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "runs.c:55: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "runs.c:56: global alloc b[*] copyin");
    hicuda_remember(b, 0, sizeof b, d_b, "runs.c:56: global alloc b[*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "runs.c:56: global alloc b[*] copyin");
    int *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "runs.c:57: global alloc c[*] copyin");
    hicuda_remember(c, 0, sizeof c, d_c, "runs.c:57: global alloc c[*] copyin");
    hicuda_check(cudaMemcpy(d_c, c, sizeof c, cudaMemcpyHostToDevice), "runs.c:57: global alloc c[*] copyin");
    for (int l = 0; l < 10; l++) {
        all_in_one_run(lengths[l]);
        two_runs(lengths[l]);
        in_turns(lengths[l], 1 + l);
        one_block(lengths[l]);
    }
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "runs.c:64: global copyout b[*]");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "runs.c:65: global copyout c[*]");
    hicuda_check(cudaFree(d_a), "runs.c:66: global free a b c");
    hicuda_forget(a, "runs.c:66: global free a b c");
    hicuda_check(cudaFree(d_b), "runs.c:66: global free a b c");
    hicuda_forget(b, "runs.c:66: global free a b c");
    hicuda_check(cudaFree(d_c), "runs.c:66: global free a b c");
    hicuda_forget(c, "runs.c:66: global free a b c");
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += (long)b[i] * (i + 1) + (long)c[i] * (i + 5);
    printf("%d %d %ld\n", b[N - 1], c[N - 1], sum);
    return 0;
}
