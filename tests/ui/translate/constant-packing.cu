//@ emit: cuda cpu
//@ run: cpu
// Constants that do not fit beside each other, but are not needed at once, share constant memory.
#include <stdio.h>

#define N 10240

struct pair { double low, high; };

float rows[N], columns[N / 2];
int order[N / 2];
struct pair range;
float a[256];

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

// Constants that are never needed at the same time share this memory.
__constant__ __align__(16) unsigned char constant_memory[40976];
#define c_columns (*(const float (*)[5120])constant_memory)
#define c_order (*(const int (*)[5120])(constant_memory + 20480))
#define c_range (*(const struct pair *)(constant_memory + 40960))

// constant-packing.c:19: kernel by_order
__global__ void by_order(float *__restrict__ a)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    a[i] = a[i] * (c_order[20 * i] % 7) + c_columns[i] * c_range.high;
}

/* Its own constant lies beside what the caller has. */
void scale(void)
{
    hicuda_check(cudaMemcpyToSymbol(constant_memory, order, sizeof order, 20480), "constant-packing.c:18: constant copyin order[*] range");
    hicuda_check(cudaMemcpyToSymbol(constant_memory, &range, sizeof range, 40960), "constant-packing.c:18: constant copyin order[*] range");
    by_order<<<4, 64>>>((float *)hicuda_copy_of(a, "constant-packing.c:19: kernel by_order tblock(4) thread(64)"));
    hicuda_launched(cudaGetLastError(), "constant-packing.c:19: kernel by_order tblock(4) thread(64)");
}

#define c_rows (*(const float (*)[10240])constant_memory)

// constant-packing.c:36: kernel by_rows
__global__ void by_rows(float *__restrict__ a)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    a[i] = c_rows[40 * i] + c_rows[N - 1];
}

// constant-packing.c:43: kernel by_columns
__global__ void by_columns(float *__restrict__ a)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    a[i] += c_columns[20 * i];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        rows[i] = i % 13;
    for (int i = 0; i < N / 2; i++)
        columns[i] = i % 5, order[i] = i;
    range.high = 0.5;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "constant-packing.c:34: global alloc a[*]");
    hicuda_remember(a, 0, sizeof a, d_a, "constant-packing.c:34: global alloc a[*]");
    hicuda_check(cudaMemcpyToSymbol(constant_memory, rows, sizeof rows), "constant-packing.c:35: constant copyin rows[*]");
    by_rows<<<4, 64>>>(d_a);
    hicuda_launched(cudaGetLastError(), "constant-packing.c:36: kernel by_rows tblock(4) thread(64)");
    hicuda_check(cudaMemcpyToSymbol(constant_memory, columns, sizeof columns), "constant-packing.c:42: constant copyin columns[*]");
    by_columns<<<4, 64>>>(d_a);
    hicuda_launched(cudaGetLastError(), "constant-packing.c:43: kernel by_columns tblock(4) thread(64)");
    scale();
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "constant-packing.c:50: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "constant-packing.c:51: global free a");
    hicuda_forget(a, "constant-packing.c:51: global free a");
    float sum = 0;
    for (int i = 0; i < 256; i++)
        sum += a[i] * (i % 3 + 1);
    printf("%g %g %g\n", a[1], a[255], sum);
    return 0;
}
