//@ emit: cuda cpu
//@ run: cpu
// `float **` with rows allocated one by one, and with rows of one block: a `shape` tells
// their lengths, and the device has them as one block, copied row by row.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// Rows that are anywhere on the host and lie one behind the other on the device. Short ones are collected, so that many of
// them are one transfer.
static struct hicuda_row_list {
    char *buffer, *device;
    size_t bytes, count;
    int to_host;
    char *rows[4096];
    size_t lengths[4096];
} hicuda_row_list;

// Moves the rows that were collected.
static void hicuda_rows_end(const char *directive)
{
    struct hicuda_row_list *list = &hicuda_row_list;
    char *at = list->buffer;
    if (list->count && list->to_host)
        hicuda_check(cudaMemcpy(list->buffer, list->device, list->bytes, cudaMemcpyDeviceToHost), directive);
    for (size_t row = 0; row < list->count; at += list->lengths[row], row++)
        memcpy(list->to_host ? list->rows[row] : at, list->to_host ? at : list->rows[row], list->lengths[row]);
    if (list->count && !list->to_host)
        hicuda_check(cudaMemcpy(list->device, list->buffer, list->bytes, cudaMemcpyHostToDevice), directive);
    list->count = list->bytes = 0;
}

static void hicuda_row(const void *device, const void *host, size_t bytes, int to_host, const char *directive)
{
    const size_t room = 1 << 22;
    struct hicuda_row_list *list = &hicuda_row_list;
    if (!list->buffer)
        list->buffer = (char *)malloc(room);
    if (list->count == 4096 || list->bytes + bytes > room || list->to_host != to_host
        || list->device + list->bytes != (const char *)device)
        hicuda_rows_end(directive);
    if (!list->buffer || bytes > room / 16) {
        hicuda_rows_end(directive);
        hicuda_check(to_host ? cudaMemcpy((void *)host, device, bytes, cudaMemcpyDeviceToHost)
                             : cudaMemcpy((void *)device, host, bytes, cudaMemcpyHostToDevice), directive);
        return;
    }
    if (!list->count)
        list->device = (char *)device;
    list->to_host = to_host;
    list->rows[list->count] = (char *)host;
    list->lengths[list->count++] = bytes;
    list->bytes += bytes;
}

// rows-of-their-own.c:8: kernel kblur
__global__ void kblur(float *__restrict__ dst, float *__restrict__ src, int h, int w)
{
    int y_chunk = (h + 5) / 8;
    int y_begin = blockIdx.x * y_chunk + 1;
    int y_end = min(y_begin + y_chunk, h - 1);
    for (int y = y_begin; y < y_end; y++)
        for (int x = threadIdx.x + 1; x < w - 1; x += 32) {
            float *up = &src[(long)(y - 1) * w], *row = &src[(long)y * w];
            dst[(long)y * w + x] = (up[x] + row[x - 1] + row[x + 1] + src[(long)(y + 1) * w + x]) / 4;
        }
}

static void blur(float **dst, float **src, int h, int w) {
    kblur<<<8, 32>>>((float *)hicuda_copy_of(dst, "rows-of-their-own.c:8: kernel kblur tblock(8) thread(32)"), (float *)hicuda_copy_of(src, "rows-of-their-own.c:8: kernel kblur tblock(8) thread(32)"), h, w);
    hicuda_launched(cudaGetLastError(), "rows-of-their-own.c:8: kernel kblur tblock(8) thread(32)");
}
static float pick(float **a, int i, int j) { return a[i][j] + 1; }
static float sum_row(const float *r, int n) { float s = 0; for (int k = 0; k < n; k++) s += r[k]; return s; }
// rows-of-their-own.c:35: kernel sums
__global__ void sums(const float *__restrict__ a, float *__restrict__ s, int h, int w)
{
    int i_chunk = (h + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, h);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16) {
        float sum_row_result;
        {
            const float *r = &a[(long)i * w];
            float s = 0;
            for (int k = 0; k < w; k++)
                s += r[k];
            sum_row_result = s;
        }
        s[i] = sum_row_result;
        if (i > 3)
            s[i] += a[(long)i * w + i % 5] + 1;
    }
}

int main(void) {
    int h = 17, w = 23;
    float **a = (float **)malloc(h * sizeof *a), **b = (float **)malloc(h * sizeof *b);
    float *block = (float *)malloc(h * w * sizeof(float));
    for (int i = 0; i < h; i++) { a[i] = (float *)malloc(w * sizeof **a); b[i] = block + i * w; }
    for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) { a[i][j] = (i * 7 + j * 3) % 11; b[i][j] = a[i][j]; }
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * h * w), "rows-of-their-own.c:27: global alloc a[*][*] copyin");
    hicuda_remember(a, 0, 0, d_a, "rows-of-their-own.c:27: global alloc a[*][*] copyin");
    for (size_t row = 0; row < h; row++)
        hicuda_row(&((float *)hicuda_copy_of(a, "rows-of-their-own.c:27: global alloc a[*][*] copyin"))[(size_t)row * w], a[row], sizeof(float) * w, 0, "rows-of-their-own.c:27: global alloc a[*][*] copyin");
    hicuda_rows_end("rows-of-their-own.c:27: global alloc a[*][*] copyin");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(float) * h * w), "rows-of-their-own.c:28: global alloc b[*][*] copyin");
    hicuda_remember(b, 0, 0, d_b, "rows-of-their-own.c:28: global alloc b[*][*] copyin");
    for (size_t row = 0; row < h; row++)
        hicuda_row(&((float *)hicuda_copy_of(b, "rows-of-their-own.c:28: global alloc b[*][*] copyin"))[(size_t)row * w], b[row], sizeof(float) * w, 0, "rows-of-their-own.c:28: global alloc b[*][*] copyin");
    hicuda_rows_end("rows-of-their-own.c:28: global alloc b[*][*] copyin");
    for (int t = 0; t < 3; t++) {
        blur(b, a, h, w);
        float **x = a; a = b; b = x;
    }
    float s[64];
    float *d_s;
    hicuda_check(cudaMalloc((void **)&d_s, sizeof s), "rows-of-their-own.c:34: global alloc s[*]");
    sums<<<2, 16>>>((float *)hicuda_copy_of(a, "rows-of-their-own.c:35: kernel sums tblock(2) thread(16)"), d_s, h, w);
    hicuda_launched(cudaGetLastError(), "rows-of-their-own.c:35: kernel sums tblock(2) thread(16)");
    hicuda_check(cudaMemcpy(s, d_s, sizeof(float) * h, cudaMemcpyDeviceToHost), "rows-of-their-own.c:42: global copyout s[0:h-1]");
    for (size_t row = 0; row < h - 3; row++)
        hicuda_row(&((float *)hicuda_copy_of(a, "rows-of-their-own.c:43: global copyout a[2:h-2][1:w-3]"))[(size_t)(2 + row) * w + 1], &a[2 + row][1], sizeof(float) * (w - 3), 1, "rows-of-their-own.c:43: global copyout a[2:h-2][1:w-3]");
    hicuda_rows_end("rows-of-their-own.c:43: global copyout a[2:h-2][1:w-3]");
    hicuda_check(cudaFree(hicuda_forget(a, "rows-of-their-own.c:44: global free a b s")), "rows-of-their-own.c:44: global free a b s");
    hicuda_check(cudaFree(hicuda_forget(b, "rows-of-their-own.c:44: global free a b s")), "rows-of-their-own.c:44: global free a b s");
    hicuda_check(cudaFree(d_s), "rows-of-their-own.c:44: global free a b s");
    float tot = 0;
    for (int i = 0; i < h; i++) { tot += s[i] * (i + 1); for (int j = 0; j < w; j++) tot += 0; }
    for (int i = 2; i <= h - 2; i++) for (int j = 1; j <= w - 3; j++) tot += a[i][j] * (j % 3);
    printf("%.3f\n", tot);
    return 0;
}
