//@ emit: cuda cpu
//@ run: cpu
// Device copies belong to objects: they follow when pointers change places.
#include <stdio.h>
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

// pointer-swap.c:15: kernel next
__global__ void next(int *__restrict__ b, const int *__restrict__ a, int n)
{
    int i_chunk = (n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        b[i] = a[i] + i;
}

int main(void)
{
    int n = 64;
    int *a = (int *)calloc(n, sizeof *a), *b = (int *)calloc(n, sizeof *b);
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(int) * n), "pointer-swap.c:12: global alloc a[*] copyin");
    hicuda_remember(a, 0, sizeof(int) * n, d_a, "pointer-swap.c:12: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(((int *)hicuda_copy_of(a, "pointer-swap.c:12: global alloc a[*] copyin")), a, sizeof(int) * n, cudaMemcpyHostToDevice), "pointer-swap.c:12: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(int) * n), "pointer-swap.c:13: global alloc b[*]");
    hicuda_remember(b, 0, sizeof(int) * n, d_b, "pointer-swap.c:13: global alloc b[*]");
    for (int step = 0; step < 3; step++) {
        next<<<2, 32>>>((int *)hicuda_copy_of(b, "pointer-swap.c:15: kernel next tblock(2) thread(32)"), (int *)hicuda_copy_of(a, "pointer-swap.c:15: kernel next tblock(2) thread(32)"), n);
        hicuda_launched(cudaGetLastError(), "pointer-swap.c:15: kernel next tblock(2) thread(32)");
        int *swap = a;
        a = b;
        b = swap;
    }
    hicuda_check(cudaMemcpy(a, ((int *)hicuda_copy_of(a, "pointer-swap.c:24: global copyout a[*]")), sizeof(int) * n, cudaMemcpyDeviceToHost), "pointer-swap.c:24: global copyout a[*]");
    hicuda_check(cudaFree(hicuda_forget(a, "pointer-swap.c:25: global free a b")), "pointer-swap.c:25: global free a b");
    hicuda_check(cudaFree(hicuda_forget(b, "pointer-swap.c:25: global free a b")), "pointer-swap.c:25: global free a b");
    printf("%d %d\n", a[1], a[63]);
    free(a);
    free(b);
    return 0;
}
