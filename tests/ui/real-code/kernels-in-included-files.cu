//@ emit: cuda cpu
//@ run: cpu
//@ flags: -Iinclude
// A header, or another `.c`, that has kernels: its text takes the place of the line
// that includes it.
#include <stdio.h>
#define N 64
#ifndef KERNELS_IN_INCLUDED_FILES_H
#define KERNELS_IN_INCLUDED_FILES_H
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

// kernels-in-included-files.c:8: kernel average
__global__ void average(float *__restrict__ o, const float *__restrict__ a, int n)
{
    int i_chunk = (n - 1) / 2;
    int i_begin = blockIdx.x * i_chunk + 1;
    int i_end = min(i_begin + i_chunk, n - 1);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        o[i] = (a[i - 1] + a[i + 1]) / 2;
}

static inline void step(float *o, const float *a, int n)
{
    average<<<2, 32>>>((float *)hicuda_copy_of(o, "kernels-in-included-files.c:8: kernel average tblock(2) thread(32)"), (float *)hicuda_copy_of(a, "kernels-in-included-files.c:8: kernel average tblock(2) thread(32)"), n);
    hicuda_launched(cudaGetLastError(), "kernels-in-included-files.c:8: kernel average tblock(2) thread(32)");
}
#endif

int main(void)
{
    float a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i % 6;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "kernels-in-included-files.c:15: global alloc a[*] copyin");
    hicuda_remember(a, 0, sizeof a, d_a, "kernels-in-included-files.c:15: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "kernels-in-included-files.c:15: global alloc a[*] copyin");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "kernels-in-included-files.c:16: global alloc b[*] copyin");
    hicuda_remember(b, 0, sizeof b, d_b, "kernels-in-included-files.c:16: global alloc b[*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "kernels-in-included-files.c:16: global alloc b[*] copyin");
    for (int t = 0; t < 3; t++) {
        step(b, a, N);
        step(a, b, N);
    }
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "kernels-in-included-files.c:21: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "kernels-in-included-files.c:22: global free a b");
    hicuda_forget(a, "kernels-in-included-files.c:22: global free a b");
    hicuda_check(cudaFree(d_b), "kernels-in-included-files.c:22: global free a b");
    hicuda_forget(b, "kernels-in-included-files.c:22: global free a b");
    printf("%g\n", a[7]);
    return 0;
}
