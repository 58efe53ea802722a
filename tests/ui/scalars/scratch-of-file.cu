//@ run: cpu sim
//@ emit: cuda
// A variable of the file that every function sets before it reads it is each iteration's own.
#include <stdio.h>
#define N 40
static double t, u;
static int rows[N];
static double a[N], b[N], c[N];
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

// scratch-of-file.c:11: kernel square
__global__ void square(const double *__restrict__ a, double *__restrict__ b)
{
    double t;
    int i = blockIdx.x * 20 + threadIdx.x;
    if (threadIdx.x < 20) {
        t = a[i] + 1;
        b[i] = t * t;
    }
}

static void squares(void)
{
    square<<<2, 32>>>((double *)hicuda_copy_of(a, "scratch-of-file.c:11: kernel square tblock(2) thread(32)"), (double *)hicuda_copy_of(b, "scratch-of-file.c:11: kernel square tblock(2) thread(32)"));
    hicuda_launched(cudaGetLastError(), "scratch-of-file.c:11: kernel square tblock(2) thread(32)");
}
static double twice(int i)
{
    u = a[i];
    return u + u;
}
__device__ static double twice_in_kernel_double_up(int i, const double *a)
{
    double u;
    u = a[i];
    return u + u;
}

// scratch-of-file.c:26: kernel double_up
__global__ void double_up(const double *__restrict__ a, const int *__restrict__ rows, double *__restrict__ c)
{
    double t;
    int i = blockIdx.x * 20 + threadIdx.x;
    if (threadIdx.x < 20) {
        if (rows[i])
            t = 3;
        else
            t = 4;
        c[i] = twice_in_kernel_double_up(i, a) + t;
    }
}

static void doubles(void)
{
    double_up<<<2, 32>>>((double *)hicuda_copy_of(a, "scratch-of-file.c:26: kernel double_up tblock(2) thread(32)"), (int *)hicuda_copy_of(rows, "scratch-of-file.c:26: kernel double_up tblock(2) thread(32)"), (double *)hicuda_copy_of(c, "scratch-of-file.c:26: kernel double_up tblock(2) thread(32)"));
    hicuda_launched(cudaGetLastError(), "scratch-of-file.c:26: kernel double_up tblock(2) thread(32)");
}
int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i;
        rows[i] = i % 3 == 0;
    }
    double *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "scratch-of-file.c:43: global alloc a[*] copyin");
    hicuda_remember(a, 0, sizeof a, d_a, "scratch-of-file.c:43: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "scratch-of-file.c:43: global alloc a[*] copyin");
    int *d_rows;
    hicuda_check(cudaMalloc((void **)&d_rows, sizeof rows), "scratch-of-file.c:44: global alloc rows[*] copyin");
    hicuda_remember(rows, 0, sizeof rows, d_rows, "scratch-of-file.c:44: global alloc rows[*] copyin");
    hicuda_check(cudaMemcpy(d_rows, rows, sizeof rows, cudaMemcpyHostToDevice), "scratch-of-file.c:44: global alloc rows[*] copyin");
    double *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "scratch-of-file.c:45: global alloc b[*]");
    hicuda_remember(b, 0, sizeof b, d_b, "scratch-of-file.c:45: global alloc b[*]");
    double *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "scratch-of-file.c:46: global alloc c[*]");
    hicuda_remember(c, 0, sizeof c, d_c, "scratch-of-file.c:46: global alloc c[*]");
    squares();
    doubles();
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "scratch-of-file.c:49: global copyout b[*]");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "scratch-of-file.c:50: global copyout c[*]");
    hicuda_check(cudaFree(d_a), "scratch-of-file.c:51: global free a b c rows");
    hicuda_forget(a, "scratch-of-file.c:51: global free a b c rows");
    hicuda_check(cudaFree(d_b), "scratch-of-file.c:51: global free a b c rows");
    hicuda_forget(b, "scratch-of-file.c:51: global free a b c rows");
    hicuda_check(cudaFree(d_c), "scratch-of-file.c:51: global free a b c rows");
    hicuda_forget(c, "scratch-of-file.c:51: global free a b c rows");
    hicuda_check(cudaFree(d_rows), "scratch-of-file.c:51: global free a b c rows");
    hicuda_forget(rows, "scratch-of-file.c:51: global free a b c rows");
    printf("%g %g %g\n", b[7], c[8], c[9]);
    return 0;
}
