//@ run: cpu
//@ emit: cuda
// Sizes in members of a struct are kept when `shape` says them: each under a name of its own.
#include <stdio.h>
#include <stdlib.h>

struct grid {
    int n, m;
    int *a, *b;
};

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

// two-shapes-captured.c:23: kernel every_other
__global__ void every_other(int *__restrict__ g_b, const int *__restrict__ g_a, int g_m)
{
    int i_chunk = (g_m + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, g_m);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 8)
        g_b[i] = g_a[i] + 1;
}

int main(void)
{
    struct grid g = { 30, 20, NULL, NULL };
    g.a = (int *)malloc(sizeof(int) * g.n);
    g.b = (int *)malloc(sizeof(int) * g.m);
    for (int i = 0; i < g.n; i++)
        g.a[i] = i * 3;
    const int g_a_bound = g.n;
    const int g_b_bound = g.m;
    int *d_g_a;
    hicuda_check(cudaMalloc((void **)&d_g_a, sizeof(int) * g_a_bound), "two-shapes-captured.c:21: global alloc g.a[*] copyin");
    hicuda_remember(g.a, 0, sizeof(int) * g_a_bound, d_g_a, "two-shapes-captured.c:21: global alloc g.a[*] copyin");
    hicuda_check(cudaMemcpy(((int *)hicuda_copy_of(g.a, "two-shapes-captured.c:21: global alloc g.a[*] copyin")), g.a, sizeof(int) * g_a_bound, cudaMemcpyHostToDevice), "two-shapes-captured.c:21: global alloc g.a[*] copyin");
    int *d_g_b;
    hicuda_check(cudaMalloc((void **)&d_g_b, sizeof(int) * g_b_bound), "two-shapes-captured.c:22: global alloc g.b[*]");
    hicuda_remember(g.b, 0, sizeof(int) * g_b_bound, d_g_b, "two-shapes-captured.c:22: global alloc g.b[*]");
    every_other<<<2, 8>>>((int *)hicuda_copy_of(g.b, "two-shapes-captured.c:23: kernel every_other tblock(2) thread(8)"), (int *)hicuda_copy_of(g.a, "two-shapes-captured.c:23: kernel every_other tblock(2) thread(8)"), g.m);
    hicuda_launched(cudaGetLastError(), "two-shapes-captured.c:23: kernel every_other tblock(2) thread(8)");
    g.n = 0;
    hicuda_check(cudaMemcpy(g.b, ((int *)hicuda_copy_of(g.b, "two-shapes-captured.c:29: global copyout g.b[*]")), sizeof(int) * g_b_bound, cudaMemcpyDeviceToHost), "two-shapes-captured.c:29: global copyout g.b[*]");
    hicuda_check(cudaFree(hicuda_forget(g.a, "two-shapes-captured.c:30: global free g.a g.b")), "two-shapes-captured.c:30: global free g.a g.b");
    hicuda_check(cudaFree(hicuda_forget(g.b, "two-shapes-captured.c:30: global free g.a g.b")), "two-shapes-captured.c:30: global free g.a g.b");
    printf("%d %d\n", g.b[0], g.b[19]);
    free(g.a);
    free(g.b);
    return 0;
}
