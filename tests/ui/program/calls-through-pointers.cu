//@ emit: cuda cpu
//@ run: cpu
// Functions of the host that are called through a pointer find their callers'
// copies by address.
#include <stdio.h>
#include <stdlib.h>
typedef void (*step_fn)(float *, const float *, int);
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

// calls-through-pointers.c:9: kernel ka
__global__ void ka(float *__restrict__ o, const float *__restrict__ a, int n)
{
    int i_chunk = (n - 1) / 2;
    int i_begin = blockIdx.x * i_chunk + 1;
    int i_end = min(i_begin + i_chunk, n - 1);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        o[i] = (a[i - 1] + a[i + 1]) / 2;
}

static void step_a(float *o, const float *a, int n) {
    ka<<<2, 32>>>((float *)hicuda_copy_of(o, "calls-through-pointers.c:9: kernel ka tblock(2) thread(32)"), (float *)hicuda_copy_of(a, "calls-through-pointers.c:9: kernel ka tblock(2) thread(32)"), n);
    hicuda_launched(cudaGetLastError(), "calls-through-pointers.c:9: kernel ka tblock(2) thread(32)");
}
// calls-through-pointers.c:15: kernel kb
__global__ void kb(float *__restrict__ o, const float *__restrict__ a, int n)
{
    int i_chunk = (n - 1) / 2;
    int i_begin = blockIdx.x * i_chunk + 1;
    int i_end = min(i_begin + i_chunk, n - 1);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        o[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}

static void step_b(float *o, const float *a, int n) {
    kb<<<2, 32>>>((float *)hicuda_copy_of(o, "calls-through-pointers.c:15: kernel kb tblock(2) thread(32)"), (float *)hicuda_copy_of(a, "calls-through-pointers.c:15: kernel kb tblock(2) thread(32)"), n);
    hicuda_launched(cudaGetLastError(), "calls-through-pointers.c:15: kernel kb tblock(2) thread(32)");
}
int main(int argc, char **argv) {
    int n = 100;
    float *a = (float *)malloc(n * sizeof *a), *b = (float *)malloc(n * sizeof *b);
    for (int i = 0; i < n; i++) a[i] = b[i] = i % 8;
    step_fn f = argc > 1 ? step_b : step_a; //~ W1063 `step_b` works on its callers' device copies
    //~^ W1063 `step_a` works on its callers' device copies
    float *d_a3;
    hicuda_check(cudaMalloc((void **)&d_a3, sizeof(float) * n), "calls-through-pointers.c:26: global alloc a[0:n-1] copyin");
    hicuda_remember(a, 0, sizeof(float) * n, d_a3, "calls-through-pointers.c:26: global alloc a[0:n-1] copyin");
    hicuda_check(cudaMemcpy(((float *)hicuda_copy_of(a, "calls-through-pointers.c:26: global alloc a[0:n-1] copyin")), a, sizeof(float) * n, cudaMemcpyHostToDevice), "calls-through-pointers.c:26: global alloc a[0:n-1] copyin");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(float) * n), "calls-through-pointers.c:27: global alloc b[0:n-1] copyin");
    hicuda_remember(b, 0, sizeof(float) * n, d_b, "calls-through-pointers.c:27: global alloc b[0:n-1] copyin");
    hicuda_check(cudaMemcpy(((float *)hicuda_copy_of(b, "calls-through-pointers.c:27: global alloc b[0:n-1] copyin")), b, sizeof(float) * n, cudaMemcpyHostToDevice), "calls-through-pointers.c:27: global alloc b[0:n-1] copyin");
    for (int t = 0; t < 5; t++) {
        f(b, a, n);
        float *x = a; a = b; b = x;
    }
    hicuda_check(cudaMemcpy(a, ((float *)hicuda_copy_of(a, "calls-through-pointers.c:32: global copyout a[0:n-1]")), sizeof(float) * n, cudaMemcpyDeviceToHost), "calls-through-pointers.c:32: global copyout a[0:n-1]");
    hicuda_check(cudaFree(hicuda_forget(a, "calls-through-pointers.c:33: global free a b")), "calls-through-pointers.c:33: global free a b");
    hicuda_check(cudaFree(hicuda_forget(b, "calls-through-pointers.c:33: global free a b")), "calls-through-pointers.c:33: global free a b");
    printf("%g %g\n", a[3], a[50]);
    return 0;
}
