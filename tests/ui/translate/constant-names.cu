//@ emit: cuda cpu
//@ run: cpu
// Each copy has a name of its own, which no variable of the program has.
#include <stdio.h>

int w[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
int a[64];

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

__constant__ int c_w2[8];

// constant-names.c:11: kernel first
__global__ void first(int *__restrict__ a, int c_w)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    a[i] = i * c_w2[i % 8] + c_w;
}

void weigh(int c_w)
{
    first<<<2, 32>>>((int *)hicuda_copy_of(a, "constant-names.c:11: kernel first tblock(2) thread(32)"), c_w);
    hicuda_launched(cudaGetLastError(), "constant-names.c:11: kernel first tblock(2) thread(32)");
}

__constant__ int c_w3[8];

// constant-names.c:26: kernel second
__global__ void second(int *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    a[i] += i * c_w3[i % 8];
}

int main(void)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "constant-names.c:20: global alloc a[*]");
    hicuda_remember(a, 0, sizeof a, d_a, "constant-names.c:20: global alloc a[*]");
    hicuda_check(cudaMemcpyToSymbol(c_w2, w, sizeof w), "constant-names.c:21: constant copyin w[*]");
    weigh(3);
    w[3] = 7;
    hicuda_check(cudaMemcpyToSymbol(c_w3, w, sizeof w), "constant-names.c:25: constant copyin w[*]");
    second<<<2, 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "constant-names.c:26: kernel second tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "constant-names.c:32: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "constant-names.c:33: global free a");
    hicuda_forget(a, "constant-names.c:33: global free a");
    printf("%d %d\n", a[3], a[63]);
    return 0;
}
