//@ emit: cuda
//@ run: cpu
// An element that a loop makes of itself again and again stays in a variable while the loop runs, where
// the dependences show that the loop reads no other way to it.
#include <stdio.h>

#define N 48

static int table[N][N], other[N][N];

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

// element-made-of-itself.c:13: kernel largest
__global__ void largest(int (*__restrict__ table)[48], int n, int plane)
{
    int j = plane + blockIdx.x * 32 + threadIdx.x;
    if (j <= n - 1) {
        int i = j - plane;
        int table_value = i + 1 < j ? table[i][j] : 0;
        for (int k = i + 1; k < j; k++)
            table_value = table_value >= table[i][k] + table[k + 1][j] ? table_value : table[i][k] + table[k + 1][j];
        if (i + 1 < j)
            table[i][j] = table_value;
    }
}

// element-made-of-itself.c:21: kernel itself
__global__ void itself(int (*__restrict__ other)[48], int n)
{
    int i_chunk = (n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        for (int k = 0; k < n; k++)
            other[i][5] = (other[i][5] + 3 * other[i][k]) % 1000;
}

static void fold(int n)
{
    for (int plane = 1; plane <= n - 1; plane++) {
        if ((n - 1 - plane + 32) / 32 > 0) {
            largest<<<(n - 1 - plane + 32) / 32, 32>>>((int (*)[48])hicuda_copy_of(table, "element-made-of-itself.c:13: kernel largest thread(32)"), n, plane);
            hicuda_launched(cudaGetLastError(), "element-made-of-itself.c:13: kernel largest thread(32)");
        }
    }
    itself<<<2, 32>>>((int (*)[48])hicuda_copy_of(other, "element-made-of-itself.c:21: kernel itself tblock(2) thread(32)"), n);
    hicuda_launched(cudaGetLastError(), "element-made-of-itself.c:21: kernel itself tblock(2) thread(32)");
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            table[i][j] = (i * 7 + j * 5) % 13 - 6;
            other[i][j] = i + 2 * j;
        }
    int (*d_table)[48];
    hicuda_check(cudaMalloc((void **)&d_table, sizeof table), "element-made-of-itself.c:37: global alloc table[*][*] copyin");
    hicuda_remember(table, 0, sizeof table, d_table, "element-made-of-itself.c:37: global alloc table[*][*] copyin");
    hicuda_check(cudaMemcpy(d_table, table, sizeof table, cudaMemcpyHostToDevice), "element-made-of-itself.c:37: global alloc table[*][*] copyin");
    int (*d_other)[48];
    hicuda_check(cudaMalloc((void **)&d_other, sizeof other), "element-made-of-itself.c:38: global alloc other[*][*] copyin");
    hicuda_remember(other, 0, sizeof other, d_other, "element-made-of-itself.c:38: global alloc other[*][*] copyin");
    hicuda_check(cudaMemcpy(d_other, other, sizeof other, cudaMemcpyHostToDevice), "element-made-of-itself.c:38: global alloc other[*][*] copyin");
    fold(N);
    hicuda_check(cudaMemcpy(table, d_table, sizeof table, cudaMemcpyDeviceToHost), "element-made-of-itself.c:40: global copyout table[*][*]");
    hicuda_check(cudaMemcpy(other, d_other, sizeof other, cudaMemcpyDeviceToHost), "element-made-of-itself.c:41: global copyout other[*][*]");
    hicuda_check(cudaFree(d_table), "element-made-of-itself.c:42: global free table other");
    hicuda_forget(table, "element-made-of-itself.c:42: global free table other");
    hicuda_check(cudaFree(d_other), "element-made-of-itself.c:42: global free table other");
    hicuda_forget(other, "element-made-of-itself.c:42: global free table other");
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = (sum * 31 + table[i][j] + 3 * other[i][j]) % 1000003;
    printf("%d\n", sum);
    return 0;
}
