//@ emit: cuda cpu
//@ run: cpu
// A pointer into its array: there are elements before it.
#include <stdio.h>
#include <stdlib.h>
#define N 64
#define MARGIN 8

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

// negative-indices.c:11: kernel blurred
__global__ void blurred(float *__restrict__ b, const float *__restrict__ a)
{
    int i = blockIdx.x * 16 + threadIdx.x;
    b[i] = a[i - MARGIN] + 2 * a[i] + a[i + MARGIN];
}

static void blur(const float *a, float *b)
{
    blurred<<<4, 16>>>((float *)hicuda_copy_of(b, "negative-indices.c:11: kernel blurred tblock(4) thread(16)"), (float *)hicuda_copy_of(a, "negative-indices.c:11: kernel blurred tblock(4) thread(16)"));
    hicuda_launched(cudaGetLastError(), "negative-indices.c:11: kernel blurred tblock(4) thread(16)");
}

// negative-indices.c:26: kernel k
__global__ void k(float *__restrict__ a)
{
    int i_begin = blockIdx.x * 18 - 8;
    for (int i = i_begin + threadIdx.x; i < i_begin + 18; i += 16)
        a[i + 8] *= 2;
}

int main(void)
{
    float *block = (float *)calloc(N + 2 * MARGIN, sizeof *block);
    float *a = block + MARGIN, b[N];
    for (int i = -MARGIN; i < N + MARGIN; i++)
        a[i] = i * 0.5f;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * 80), "negative-indices.c:24: global alloc a[-MARGIN:N+MARGIN-1] copyin");
    hicuda_remember(a, -(sizeof(float) * 8), sizeof(float) * 80, d_a, "negative-indices.c:24: global alloc a[-MARGIN:N+MARGIN-1] copyin");
    hicuda_check(cudaMemcpy(d_a, &a[-8], sizeof(float) * 80, cudaMemcpyHostToDevice), "negative-indices.c:24: global alloc a[-MARGIN:N+MARGIN-1] copyin");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "negative-indices.c:25: global alloc b[*]");
    hicuda_remember(b, 0, sizeof b, d_b, "negative-indices.c:25: global alloc b[*]");
    k<<<4, 16>>>(d_a);
    hicuda_launched(cudaGetLastError(), "negative-indices.c:26: kernel k tblock(4) thread(16)");
    blur(a, b);
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "negative-indices.c:32: global copyout b[*]");
    hicuda_check(cudaFree(d_a), "negative-indices.c:33: global free a b");
    hicuda_forget(a, "negative-indices.c:33: global free a b");
    hicuda_check(cudaFree(d_b), "negative-indices.c:33: global free a b");
    hicuda_forget(b, "negative-indices.c:33: global free a b");
    printf("%g %g\n", b[0], b[N - 1]);
    free(block);
    return 0;
}
