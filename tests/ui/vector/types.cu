//@ emit: cuda opencl
//@ run: cpu sim
// `vector` of numbers of every size: 16 bytes at a time where runs and rows are so long, else 8.
#include <stdio.h>

#define N 203

static unsigned char bytes[N];
static short halves[N];
static int words[N];
static double wides[N];
static int rows[9][30], products[9][30];
static long out[N];

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

// types.c:17: kernel whole
__global__ void whole(long *__restrict__ out, const unsigned char *__restrict__ bytes, const short *__restrict__ halves, const int *__restrict__ words, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x * 16;
    if (i + 15 < n && (unsigned long)bytes % 16 == 0 && i <= 187 && (unsigned long)halves % 16 == 0 && (unsigned long)words % 16 == 0) {
        unsigned char bytes_now[16];
        memcpy(&bytes_now[0], __builtin_assume_aligned(&bytes[i], 16), 16);
        short halves_now[16];
        #pragma unroll
        for (int k = 0; k < 16; k += 8)
            memcpy(&halves_now[k], __builtin_assume_aligned(&halves[i + k], 16), 16);
        int words_now[16];
        #pragma unroll
        for (int k = 0; k < 16; k += 4)
            memcpy(&words_now[k], __builtin_assume_aligned(&words[i + k], 16), 16);
        #pragma unroll
        for (int u = 0; u < 16; u++)
            out[i + u] = bytes_now[u] + 2 * halves_now[u] + (words_now[u] > 3 ? words_now[u] : 0);
    } else if (i + 15 < n) {
        #pragma unroll
        for (int u = 0; u < 16; u++)
            out[i + u] = bytes[i + u] + 2 * halves[i + u] + (words[i + u] > 3 ? words[i + u] : 0);
    } else {
        #pragma unroll
        for (int u = 0; u < 16; u++) {
            if (i + u < n)
                out[i + u] = bytes[i + u] + 2 * halves[i + u] + (words[i + u] > 3 ? words[i + u] : 0);
        }
    }
}

static void sixteen(int n)
{
    if ((n + 63) / 64 > 0) {
        whole<<<(n + 63) / 64, 4>>>((long *)hicuda_copy_of(out, "types.c:17: kernel whole tblock((n + 63) / 64) thread(4)"), (unsigned char *)hicuda_copy_of(bytes, "types.c:17: kernel whole tblock((n + 63) / 64) thread(4)"), (short *)hicuda_copy_of(halves, "types.c:17: kernel whole tblock((n + 63) / 64) thread(4)"), (int *)hicuda_copy_of(words, "types.c:17: kernel whole tblock((n + 63) / 64) thread(4)"), n);
        hicuda_launched(cudaGetLastError(), "types.c:17: kernel whole tblock((n + 63) / 64) thread(4)");
    }
}

// types.c:26: kernel pairs
__global__ void pairs(long *__restrict__ out, const int *__restrict__ words, const double *__restrict__ wides, int n)
{
    for (int i = blockIdx.x * 16 + threadIdx.x * 2; i < n; i += 112) {
        if (i + 9 < n && (unsigned long)words % 8 == 0 && i + 8 <= 201 && (unsigned long)wides % 16 == 0) {
            int words_now[2][2];
            #pragma unroll
            for (int run = 0; run < 2; run++)
                memcpy(&words_now[run][0], __builtin_assume_aligned(&words[i + run * 8], 8), 8);
            double wides_now[2][2];
            #pragma unroll
            for (int run = 0; run < 2; run++)
                memcpy(&wides_now[run][0], __builtin_assume_aligned(&wides[i + run * 8], 16), 16);
            #pragma unroll
            for (int u = 0; u < 4; u++)
                out[i + u % 2 + u / 2 * 8] += (long)(words_now[u / 2][u % 2] * wides_now[u / 2][u % 2]);
        } else if (i + 9 < n) {
            #pragma unroll
            for (int u = 0; u < 4; u++)
                out[i + u % 2 + u / 2 * 8] += (long)(words[i + u % 2 + u / 2 * 8] * wides[i + u % 2 + u / 2 * 8]);
        } else {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (i + u % 2 + u / 2 * 8 < n)
                    out[i + u % 2 + u / 2 * 8] += (long)(words[i + u % 2 + u / 2 * 8] * wides[i + u % 2 + u / 2 * 8]);
            }
        }
    }
}

static void two(int n)
{
    pairs<<<7, 4>>>((long *)hicuda_copy_of(out, "types.c:26: kernel pairs tblock(7) thread(4)"), (int *)hicuda_copy_of(words, "types.c:26: kernel pairs tblock(7) thread(4)"), (double *)hicuda_copy_of(wides, "types.c:26: kernel pairs tblock(7) thread(4)"), n);
    hicuda_launched(cudaGetLastError(), "types.c:26: kernel pairs tblock(7) thread(4)");
}

// types.c:36: kernel eight
__global__ void eight(int (*__restrict__ products)[30], const int (*__restrict__ rows)[30])
{
    int i = blockIdx.y * 3 + threadIdx.y;
    int j = blockIdx.x * 16 + threadIdx.x * 4 + 1;
    if (j + 3 < 29 && (unsigned long)rows % 8 == 0) {
        int rows_now[6];
        #pragma unroll
        for (int k = 0; k < 6; k += 2)
            memcpy(&rows_now[k], __builtin_assume_aligned(&rows[i][j - 1 + k], 8), 8);
        #pragma unroll
        for (int u = 0; u < 4; u++)
            products[i][j + u] = rows_now[u] + rows_now[u + 1] * rows_now[u + 2];
    } else if (j + 3 < 29) {
        #pragma unroll
        for (int u = 0; u < 4; u++)
            products[i][j + u] = rows[i][j + u - 1] + rows[i][j + u] * rows[i][j + u + 1];
    } else {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (j + u < 29)
                products[i][j + u] = rows[i][j + u - 1] + rows[i][j + u] * rows[i][j + u + 1];
        }
    }
}

/* Rows of 30 elements: 8 bytes at a time. */
static void short_rows(void)
{
    eight<<<dim3(2, 3), dim3(4, 3)>>>((int (*)[30])hicuda_copy_of(products, "types.c:36: kernel eight tblock(3, 2) thread(3, 4)"), (int (*)[30])hicuda_copy_of(rows, "types.c:36: kernel eight tblock(3, 2) thread(3, 4)"));
    hicuda_launched(cudaGetLastError(), "types.c:36: kernel eight tblock(3, 2) thread(3, 4)");
}

int main(void)
{
    const int lengths[] = { 0, 1, 15, 16, 17, 63, 64, 100, N };
    long sum = 0;
    for (int i = 0; i < N; i++) {
        bytes[i] = i * 3, halves[i] = i - 90, words[i] = i % 7, wides[i] = i / 4;
        rows[i % 9][i % 30] = i;
    }
    unsigned char *d_bytes;
    hicuda_check(cudaMalloc((void **)&d_bytes, sizeof bytes), "types.c:53: global alloc bytes[*] copyin");
    hicuda_remember(bytes, 0, sizeof bytes, d_bytes, "types.c:53: global alloc bytes[*] copyin");
    hicuda_check(cudaMemcpy(d_bytes, bytes, sizeof bytes, cudaMemcpyHostToDevice), "types.c:53: global alloc bytes[*] copyin");
    short *d_halves;
    hicuda_check(cudaMalloc((void **)&d_halves, sizeof halves), "types.c:54: global alloc halves[*] copyin");
    hicuda_remember(halves, 0, sizeof halves, d_halves, "types.c:54: global alloc halves[*] copyin");
    hicuda_check(cudaMemcpy(d_halves, halves, sizeof halves, cudaMemcpyHostToDevice), "types.c:54: global alloc halves[*] copyin");
    int *d_words;
    hicuda_check(cudaMalloc((void **)&d_words, sizeof words), "types.c:55: global alloc words[*] copyin");
    hicuda_remember(words, 0, sizeof words, d_words, "types.c:55: global alloc words[*] copyin");
    hicuda_check(cudaMemcpy(d_words, words, sizeof words, cudaMemcpyHostToDevice), "types.c:55: global alloc words[*] copyin");
    double *d_wides;
    hicuda_check(cudaMalloc((void **)&d_wides, sizeof wides), "types.c:56: global alloc wides[*] copyin");
    hicuda_remember(wides, 0, sizeof wides, d_wides, "types.c:56: global alloc wides[*] copyin");
    hicuda_check(cudaMemcpy(d_wides, wides, sizeof wides, cudaMemcpyHostToDevice), "types.c:56: global alloc wides[*] copyin");
    int (*d_rows)[30];
    hicuda_check(cudaMalloc((void **)&d_rows, sizeof rows), "types.c:57: global alloc rows[*][*] copyin");
    hicuda_remember(rows, 0, sizeof rows, d_rows, "types.c:57: global alloc rows[*][*] copyin");
    hicuda_check(cudaMemcpy(d_rows, rows, sizeof rows, cudaMemcpyHostToDevice), "types.c:57: global alloc rows[*][*] copyin");
    long *d_out;
    hicuda_check(cudaMalloc((void **)&d_out, sizeof out), "types.c:58: global alloc out[*] copyin");
    hicuda_remember(out, 0, sizeof out, d_out, "types.c:58: global alloc out[*] copyin");
    hicuda_check(cudaMemcpy(d_out, out, sizeof out, cudaMemcpyHostToDevice), "types.c:58: global alloc out[*] copyin");
    int (*d_products)[30];
    hicuda_check(cudaMalloc((void **)&d_products, sizeof products), "types.c:59: global alloc products[*][*] copyin");
    hicuda_remember(products, 0, sizeof products, d_products, "types.c:59: global alloc products[*][*] copyin");
    hicuda_check(cudaMemcpy(d_products, products, sizeof products, cudaMemcpyHostToDevice), "types.c:59: global alloc products[*][*] copyin");
    short_rows();
    for (int l = 0; l < 9; l++) {
        sixteen(lengths[l]);
        two(lengths[l]);
    }
    hicuda_check(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost), "types.c:65: global copyout out[*]");
    hicuda_check(cudaMemcpy(products, d_products, sizeof products, cudaMemcpyDeviceToHost), "types.c:66: global copyout products[*][*]");
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 30; j++)
            sum += products[i][j] * (i - j);
    for (int i = 0; i < N; i++)
        sum += out[i] * (i + 1);
    hicuda_check(cudaFree(d_bytes), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(bytes, "types.c:72: global free bytes halves words wides rows products out");
    hicuda_check(cudaFree(d_halves), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(halves, "types.c:72: global free bytes halves words wides rows products out");
    hicuda_check(cudaFree(d_words), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(words, "types.c:72: global free bytes halves words wides rows products out");
    hicuda_check(cudaFree(d_wides), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(wides, "types.c:72: global free bytes halves words wides rows products out");
    hicuda_check(cudaFree(d_rows), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(rows, "types.c:72: global free bytes halves words wides rows products out");
    hicuda_check(cudaFree(d_products), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(products, "types.c:72: global free bytes halves words wides rows products out");
    hicuda_check(cudaFree(d_out), "types.c:72: global free bytes halves words wides rows products out");
    hicuda_forget(out, "types.c:72: global free bytes halves words wides rows products out");
    printf("%ld\n", sum);
    return 0;
}
