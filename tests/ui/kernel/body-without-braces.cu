//@ run: cpu sim
//@ emit: cuda
// A kernel of one statement is one statement: it may be the body of a loop or an `if` without braces.
#include <stdio.h>

#define N 100

static float a[N], b[N];

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

// body-without-braces.c:13: kernel step
__global__ void step(float *__restrict__ b, const float *__restrict__ a, int s)
{
    int i = blockIdx.x * 25 + threadIdx.x + 1;
    if (threadIdx.x < 25 && i < N - 1)
        b[i] = b[i] * 0.5f + a[i - 1] + a[i + 1] * s;
}

// body-without-braces.c:19: kernel more
__global__ void more(float *__restrict__ b)
{
    int i = blockIdx.x * 25 + threadIdx.x + 1;
    if (threadIdx.x < 25 && i < N - 1)
        b[i] += 1;
}

// body-without-braces.c:25: kernel fewer
__global__ void fewer(float *__restrict__ b, int count)
{
    int i_chunk = (N - count - 1 + (int)gridDim.x - 1) / (int)gridDim.x;
    int i_begin = blockIdx.x * i_chunk + 1;
    int i_end = min(i_begin + i_chunk, N - count);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        b[i] += 1;
}

static void steps(int count)
{
    for (int s = 0; s < count; s++)
        {
            step<<<4, 32>>>((float *)hicuda_copy_of(b, "body-without-braces.c:13: kernel step tblock(4) thread(32)"), (float *)hicuda_copy_of(a, "body-without-braces.c:13: kernel step tblock(4) thread(32)"), s);
            hicuda_launched(cudaGetLastError(), "body-without-braces.c:13: kernel step tblock(4) thread(32)");
        }
    if (count > 3)
        {
            more<<<4, 32>>>((float *)hicuda_copy_of(b, "body-without-braces.c:19: kernel more tblock(4) thread(32)"));
            hicuda_launched(cudaGetLastError(), "body-without-braces.c:19: kernel more tblock(4) thread(32)");
        }
    while (count-- > 0)
        {
            fewer<<<(count + 5) / 2 > 0 ? (count + 5) / 2 : 1, 32>>>((float *)hicuda_copy_of(b, "body-without-braces.c:25: kernel fewer tblock((count + 5) / 2) thread(32)"), count);
            hicuda_launched(cudaGetLastError(), "body-without-braces.c:25: kernel fewer tblock((count + 5) / 2) thread(32)");
        }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 13;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "body-without-braces.c:36: global alloc a[*] copyin");
    hicuda_remember(a, 0, sizeof a, d_a, "body-without-braces.c:36: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "body-without-braces.c:36: global alloc a[*] copyin");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "body-without-braces.c:37: global alloc b[*] copyin");
    hicuda_remember(b, 0, sizeof b, d_b, "body-without-braces.c:37: global alloc b[*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "body-without-braces.c:37: global alloc b[*] copyin");
    steps(7);
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "body-without-braces.c:39: global copyout b[*]");
    hicuda_check(cudaFree(d_a), "body-without-braces.c:40: global free a b");
    hicuda_forget(a, "body-without-braces.c:40: global free a b");
    hicuda_check(cudaFree(d_b), "body-without-braces.c:40: global free a b");
    hicuda_forget(b, "body-without-braces.c:40: global free a b");
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += b[i];
    printf("%.3f\n", sum);
    return 0;
}
