//@ run: cpu sim
//@ emit: cuda
// Elimination by rows: those before the pivot's see it as it was, those after it as it becomes. Three kernels in a round.
#include <stdio.h>

#define N 24

static float a[N][N];

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

// schedule-row.c:14: kernel elimination
__global__ void elimination(float (*__restrict__ a)[24], int k)
{
    for (int i = blockIdx.y * 4 + threadIdx.y; i < k; i += gridDim.y * 4) {
        int j = blockIdx.x * 24 + threadIdx.x;
        if (threadIdx.x < 24) {
            a[i][j] = i == k ? a[k][j] * 0.5f : a[i][j] - a[k][j] * 0.25f;
        }
    }
}

// schedule-row.c:14: kernel elimination_2
__global__ void elimination_2(float (*__restrict__ a)[24], int k)
{
    int i = k + blockIdx.y + threadIdx.y;
    int j = blockIdx.x * 24 + threadIdx.x;
    if (threadIdx.y < 1 && threadIdx.x < 24) {
        a[i][j] = i == k ? a[k][j] * 0.5f : a[i][j] - a[k][j] * 0.25f;
    }
}

// schedule-row.c:14: kernel elimination_3
__global__ void elimination_3(float (*__restrict__ a)[24], int k)
{
    for (int i = k + 1 + blockIdx.y * 4 + threadIdx.y; i < 24; i += gridDim.y * 4) {
        int j = blockIdx.x * 24 + threadIdx.x;
        if (threadIdx.x < 24) {
            a[i][j] = i == k ? a[k][j] * 0.5f : a[i][j] - a[k][j] * 0.25f;
        }
    }
}

static void eliminate(void)
{
    for (int k = 0; k < 24; k++) {
        if ((k + 3) / 4 > 0) {
            elimination<<<dim3(1, (k + 3) / 4 < 65535 ? (k + 3) / 4 : 65535), dim3(32, 4)>>>((float (*)[24])hicuda_copy_of(a, "schedule-row.c:14: kernel elimination thread(4, 32)"), k);
            hicuda_launched(cudaGetLastError(), "schedule-row.c:14: kernel elimination thread(4, 32)");
        }
        elimination_2<<<1, dim3(32, 4)>>>((float (*)[24])hicuda_copy_of(a, "schedule-row.c:14: kernel elimination_2 thread(4, 32)"), k);
        hicuda_launched(cudaGetLastError(), "schedule-row.c:14: kernel elimination_2 thread(4, 32)");
        if ((24 - (k + 1) + 3) / 4 > 0) {
            elimination_3<<<dim3(1, (24 - (k + 1) + 3) / 4 < 65535 ? (24 - (k + 1) + 3) / 4 : 65535), dim3(32, 4)>>>((float (*)[24])hicuda_copy_of(a, "schedule-row.c:14: kernel elimination_3 thread(4, 32)"), k);
            hicuda_launched(cudaGetLastError(), "schedule-row.c:14: kernel elimination_3 thread(4, 32)");
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 5 + j * 3) % 11;
    float (*d_a)[24];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "schedule-row.c:27: global alloc a[*][*] copyin");
    hicuda_remember(a, 0, sizeof a, d_a, "schedule-row.c:27: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "schedule-row.c:27: global alloc a[*][*] copyin");
    eliminate();
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "schedule-row.c:29: global copyout a[*][*]");
    hicuda_check(cudaFree(d_a), "schedule-row.c:30: global free a");
    hicuda_forget(a, "schedule-row.c:30: global free a");
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += a[i][j] * (i + 2 * j);
    printf("%.3f\n", sum);
    return 0;
}
