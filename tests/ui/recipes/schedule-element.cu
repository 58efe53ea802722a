//@ run: cpu sim
//@ emit: cuda
// L U with the sum in a scalar, declared before the nest or in it: the scalar is the element, and what only moves it has no time.
#include <stdio.h>

#define N 24

static float a[N][N], b[N][N];

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

// schedule-element.c:22: kernel outer_column
__global__ void outer_column(float (*__restrict__ a)[24], int k, int n)
{
    int i = k + 1 + blockIdx.x * 1024 + threadIdx.x;
    if (i + 768 < n) {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            a[i + 256 * u][k] = a[i + 256 * u][k] / a[k][k];
        }
    } else {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + 256 * u < n) {
                a[i + 256 * u][k] = a[i + 256 * u][k] / a[k][k];
            }
        }
    }
}

// schedule-element.c:18: kernel outer_update
__global__ void outer_update(float (*__restrict__ a)[24], int k, int n)
{
    for (int i = k + 1 + blockIdx.y * 4 + threadIdx.y; i < n; i += gridDim.y * 4) {
        int j = k + 1 + blockIdx.x * 256 + threadIdx.x;
        if (j + 192 < n) {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                a[i][j + 64 * u] -= a[i][k] * a[k][j + 64 * u];
            }
        } else {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (j + 64 * u < n) {
                    a[i][j + 64 * u] -= a[i][k] * a[k][j + 64 * u];
                }
            }
        }
    }
}

static void by_outer(int n)
{
    float w;

    for (int k = 0; k < n - 1; k++) {
        if ((n - (k + 1) + 1023) / 1024 > 0) {
            outer_column<<<(n - (k + 1) + 1023) / 1024, 256>>>((float (*)[24])hicuda_copy_of(a, "schedule-element.c:22: kernel outer_column"), k, n);
            hicuda_launched(cudaGetLastError(), "schedule-element.c:22: kernel outer_column");
        }
        if ((n - (k + 1) + 3) / 4 > 0 && (n - (k + 1) + 255) / 256 > 0) {
            outer_update<<<dim3((n - (k + 1) + 255) / 256, (n - (k + 1) + 3) / 4 < 65535 ? (n - (k + 1) + 3) / 4 : 65535), dim3(64, 4)>>>((float (*)[24])hicuda_copy_of(a, "schedule-element.c:18: kernel outer_update"), k, n);
            hicuda_launched(cudaGetLastError(), "schedule-element.c:18: kernel outer_update");
        }
    }
    w = 1;
    printf("%g\n", w);
}

// schedule-element.c:47: kernel inner_column
__global__ void inner_column(float (*__restrict__ b)[24], int k, int n)
{
    int i = k + 1 + blockIdx.x * 1024 + threadIdx.x;
    if (i + 768 < n) {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            b[i + 256 * u][k] = b[i + 256 * u][k] / b[k][k];
        }
    } else {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + 256 * u < n) {
                b[i + 256 * u][k] = b[i + 256 * u][k] / b[k][k];
            }
        }
    }
}

// schedule-element.c:43: kernel inner_update
__global__ void inner_update(float (*__restrict__ b)[24], int k, int n)
{
    for (int i = k + 1 + blockIdx.y * 4 + threadIdx.y; i < n; i += gridDim.y * 4) {
        int j = k + 1 + blockIdx.x * 256 + threadIdx.x;
        if (j + 192 < n) {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                b[i][j + 64 * u] -= b[i][k] * b[k][j + 64 * u];
            }
        } else {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (j + 64 * u < n) {
                    b[i][j + 64 * u] -= b[i][k] * b[k][j + 64 * u];
                }
            }
        }
    }
}

static void by_inner(int n)
{
    for (int k = 0; k < n - 1; k++) {
        if ((n - (k + 1) + 1023) / 1024 > 0) {
            inner_column<<<(n - (k + 1) + 1023) / 1024, 256>>>((float (*)[24])hicuda_copy_of(b, "schedule-element.c:47: kernel inner_column"), k, n);
            hicuda_launched(cudaGetLastError(), "schedule-element.c:47: kernel inner_column");
        }
        if ((n - (k + 1) + 3) / 4 > 0 && (n - (k + 1) + 255) / 256 > 0) {
            inner_update<<<dim3((n - (k + 1) + 255) / 256, (n - (k + 1) + 3) / 4 < 65535 ? (n - (k + 1) + 3) / 4 : 65535), dim3(64, 4)>>>((float (*)[24])hicuda_copy_of(b, "schedule-element.c:43: kernel inner_update"), k, n);
            hicuda_launched(cudaGetLastError(), "schedule-element.c:43: kernel inner_update");
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[j][i] = (i * 5 + j * 3) % 11 + (i == j ? 40 : 0);
    float (*d_a)[24];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "schedule-element.c:65: global alloc a[*][*] copyin");
    hicuda_remember(a, 0, sizeof a, d_a, "schedule-element.c:65: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "schedule-element.c:65: global alloc a[*][*] copyin");
    float (*d_b)[24];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "schedule-element.c:66: global alloc b[*][*] copyin");
    hicuda_remember(b, 0, sizeof b, d_b, "schedule-element.c:66: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "schedule-element.c:66: global alloc b[*][*] copyin");
    by_outer(N);
    by_inner(N);
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "schedule-element.c:69: global copyout a[*][*]");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "schedule-element.c:70: global copyout b[*][*]");
    hicuda_check(cudaFree(d_a), "schedule-element.c:71: global free a b");
    hicuda_forget(a, "schedule-element.c:71: global free a b");
    hicuda_check(cudaFree(d_b), "schedule-element.c:71: global free a b");
    hicuda_forget(b, "schedule-element.c:71: global free a b");
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += a[i][j] * (i + 2 * j) + b[i][j] * (2 * i - j);
    printf("%.3f\n", sum);
    return 0;
}
