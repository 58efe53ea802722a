//@ emit: cuda
//@ run: cpu sim
// The next section is loaded ahead where `ahead(1)` says so, and not where `ahead(0)` does;
// a tile is stored by columns where `order(columns)` says so, loaded ahead or not, and by rows where `order(rows)` does.
#include <stdio.h>

#define N 64
#define TILE 16

int a[N][N], b[N][N], c[N][N], d[N][N], e[N][N], f[N][N];

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

// Starts to copy 4, 8 or 16 bytes to shared memory. A GPU before compute capability 8.0 cannot
// do that by itself: the thread does.
static __device__ void hicuda_start_copy(void *to, const void *from, int bytes)
{
#if __CUDA_ARCH__ >= 800
    unsigned int place = (unsigned int)__cvta_generic_to_shared(to);
    if (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(place), "l"(from) : "memory");
    else if (bytes == 8)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" : : "r"(place), "l"(from) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(place), "l"(from) : "memory");
#else
    memcpy(to, from, bytes);
#endif
}

// Waits for the copies that this thread has started.
static __device__ void hicuda_await_copies(void)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" : : : "memory");
#endif
}

// ahead-and-order.c:15: kernel plain
__global__ void plain(const int (*__restrict__ a)[64], const int (*__restrict__ b)[64], int (*__restrict__ c)[64])
{
    __shared__ int a_tile[8][16];
    __shared__ int b_tile[16][16];
    int i_base = blockIdx.y * 8;
    int i = i_base + threadIdx.y;
    int j_base = blockIdx.x * 16;
    int j = j_base + threadIdx.x;
    int sum = 0;
    for (int kk = 0; kk < N; kk += TILE) {
        a_tile[threadIdx.y][threadIdx.x] = a[i_base + threadIdx.y][kk + threadIdx.x];
        for (int row = 0; row < 16; row += 8)
            b_tile[row + threadIdx.y][threadIdx.x] = b[kk + row + threadIdx.y][j_base + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
        __syncthreads();
    }
    c[i][j] = sum;
}

// One section when it is needed, without a remark.
static void needed(void)
{
    plain<<<dim3(N / 16, N / 8), dim3(16, 8)>>>((int (*)[64])hicuda_copy_of(a, "ahead-and-order.c:15: kernel plain tblock(N/8, N/16) thread(8, 16)"), (int (*)[64])hicuda_copy_of(b, "ahead-and-order.c:15: kernel plain tblock(N/8, N/16) thread(8, 16)"), (int (*)[64])hicuda_copy_of(c, "ahead-and-order.c:15: kernel plain tblock(N/8, N/16) thread(8, 16)"));
    hicuda_launched(cudaGetLastError(), "ahead-and-order.c:15: kernel plain tblock(N/8, N/16) thread(8, 16)");
}

// ahead-and-order.c:38: kernel early
__global__ void early(const int (*__restrict__ a)[64], const int (*__restrict__ b)[64], int (*__restrict__ d)[64])
{
    __shared__ __align__(16) int a_tile[2][16][9];
    int i_base = blockIdx.y * 8;
    int i = i_base + threadIdx.y;
    int j_base = blockIdx.x * 16;
    int j = j_base + threadIdx.x;
    int sum = 0;
    __syncthreads();
    hicuda_start_copy(&a_tile[0][threadIdx.x][threadIdx.y], &a[i_base + threadIdx.y][threadIdx.x], 4);
    int buffer = 0;
    for (int k_stage = 0; k_stage < N; k_stage += 16) {
        hicuda_await_copies();
        __syncthreads();
        if (k_stage + 16 < N)
            hicuda_start_copy(&a_tile[1 - buffer][threadIdx.x][threadIdx.y], &a[i_base + threadIdx.y][k_stage + 16 + threadIdx.x], 4);
        for (int k = 0; k < 16; k++)
            sum += a_tile[buffer][k][threadIdx.y] * b[k_stage + k][j];
        buffer = 1 - buffer;
    }
    d[i][j] = sum;
}

// The next one ahead, although the section of `b` says nothing; `a` by columns.
static void ahead(void)
{
    early<<<dim3(N / 16, N / 8), dim3(16, 8)>>>((int (*)[64])hicuda_copy_of(a, "ahead-and-order.c:38: kernel early tblock(N/8, N/16) thread(8, 16)"), (int (*)[64])hicuda_copy_of(b, "ahead-and-order.c:38: kernel early tblock(N/8, N/16) thread(8, 16)"), (int (*)[64])hicuda_copy_of(d, "ahead-and-order.c:38: kernel early tblock(N/8, N/16) thread(8, 16)"));
    hicuda_launched(cudaGetLastError(), "ahead-and-order.c:38: kernel early tblock(N/8, N/16) thread(8, 16)");
}

// ahead-and-order.c:55: kernel tall
__global__ void tall(const int (*__restrict__ a)[64], const int (*__restrict__ b)[64], int (*__restrict__ e)[64])
{
    __shared__ __align__(16) int a_tile[2][32][16];
    int thread = threadIdx.y * 32 + threadIdx.x;
    int i_base = blockIdx.y * 32;
    int i = i_base + threadIdx.y;
    int j_base = blockIdx.x * 32;
    int j = j_base + threadIdx.x;
    int sum[8];
    #pragma unroll
    for (int u = 0; u < 8; u++)
        sum[u] = 0;
    __syncthreads();
    if ((unsigned long)a % 16 == 0)
        hicuda_start_copy(&a_tile[0][thread / 4][thread % 4 * 4], &a[i_base + thread / 4][thread % 4 * 4], 16);
    else
        for (int row = 0; row < 32; row += 8)
            hicuda_start_copy(&a_tile[0][row + thread / 16][thread % 16], &a[i_base + row + thread / 16][thread % 16], 4);
    int buffer = 0;
    for (int k_stage = 0; k_stage < N; k_stage += 16) {
        hicuda_await_copies();
        __syncthreads();
        if (k_stage + 16 < N) {
            if ((unsigned long)a % 16 == 0)
                hicuda_start_copy(&a_tile[1 - buffer][thread / 4][thread % 4 * 4], &a[i_base + thread / 4][k_stage + 16 + thread % 4 * 4], 16);
            else
                for (int row = 0; row < 32; row += 8)
                    hicuda_start_copy(&a_tile[1 - buffer][row + thread / 16][thread % 16], &a[i_base + row + thread / 16][k_stage + 16 + thread % 16], 4);
        }
        #pragma unroll
        for (int k = 0; k < 16; k++) {
            #pragma unroll
            for (int u = 0; u < 8; u++)
                sum[u] += a_tile[buffer][threadIdx.y + 4 * u][k] * b[k_stage + k][j];
        }
        buffer = 1 - buffer;
    }
    #pragma unroll
    for (int u = 0; u < 8; u++)
        e[i + 4 * u][j] = sum[u];
}

// Eight rows in a thread, which would be stored by columns.
static void rows(void)
{
    tall<<<dim3(N / 32, N / 32), dim3(32, 4)>>>((int (*)[64])hicuda_copy_of(a, "ahead-and-order.c:55: kernel tall tblock(N/32, N/32) thread(4, 32)"), (int (*)[64])hicuda_copy_of(b, "ahead-and-order.c:55: kernel tall tblock(N/32, N/32) thread(4, 32)"), (int (*)[64])hicuda_copy_of(e, "ahead-and-order.c:55: kernel tall tblock(N/32, N/32) thread(4, 32)"));
    hicuda_launched(cudaGetLastError(), "ahead-and-order.c:55: kernel tall tblock(N/32, N/32) thread(4, 32)");
}

// ahead-and-order.c:72: kernel turn
__global__ void turn(int (*__restrict__ f)[64], const int (*__restrict__ a)[64])
{
    __shared__ int a_tile[16][16];
    __shared__ int f_tile[16][16];
    int i_base = blockIdx.y * 16;
    int i = i_base + threadIdx.y;
    int j_base = blockIdx.x * 16;
    int j = j_base + threadIdx.x;
    a_tile[threadIdx.x][threadIdx.y] = a[j_base + threadIdx.y][i_base + threadIdx.x];
    __syncthreads();
    f_tile[threadIdx.x][threadIdx.y] = a_tile[threadIdx.y][threadIdx.x] + (i < j ? 1 : 0);
    __syncthreads();
    f[i_base + threadIdx.y][j_base + threadIdx.x] = f_tile[threadIdx.x][threadIdx.y];
}

// A transposition needs no padding of rows then; what is written to a tile goes back in its place.
static void turned(void)
{
    turn<<<dim3(N / 16, N / 16), dim3(16, 16)>>>((int (*)[64])hicuda_copy_of(f, "ahead-and-order.c:72: kernel turn tblock(N/16, N/16) thread(16, 16)"), (int (*)[64])hicuda_copy_of(a, "ahead-and-order.c:72: kernel turn tblock(N/16, N/16) thread(16, 16)"));
    hicuda_launched(cudaGetLastError(), "ahead-and-order.c:72: kernel turn tblock(N/16, N/16) thread(16, 16)");
}

static unsigned check(int m[N][N])
{
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 31u + (unsigned)m[i][j];
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 - 5;
            b[i][j] = (i * 5 + j * 2) % 13 - 6;
        }
    int (*d_a)[64];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "ahead-and-order.c:102: global alloc a[*][*] copyin");
    hicuda_remember(a, 0, sizeof a, d_a, "ahead-and-order.c:102: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "ahead-and-order.c:102: global alloc a[*][*] copyin");
    int (*d_b)[64];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "ahead-and-order.c:103: global alloc b[*][*] copyin");
    hicuda_remember(b, 0, sizeof b, d_b, "ahead-and-order.c:103: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "ahead-and-order.c:103: global alloc b[*][*] copyin");
    int (*d_c)[64];
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "ahead-and-order.c:104: global alloc c[*][*]");
    hicuda_remember(c, 0, sizeof c, d_c, "ahead-and-order.c:104: global alloc c[*][*]");
    int (*d_d)[64];
    hicuda_check(cudaMalloc((void **)&d_d, sizeof d), "ahead-and-order.c:105: global alloc d[*][*]");
    hicuda_remember(d, 0, sizeof d, d_d, "ahead-and-order.c:105: global alloc d[*][*]");
    int (*d_e)[64];
    hicuda_check(cudaMalloc((void **)&d_e, sizeof e), "ahead-and-order.c:106: global alloc e[*][*]");
    hicuda_remember(e, 0, sizeof e, d_e, "ahead-and-order.c:106: global alloc e[*][*]");
    int (*d_f)[64];
    hicuda_check(cudaMalloc((void **)&d_f, sizeof f), "ahead-and-order.c:107: global alloc f[*][*]");
    hicuda_remember(f, 0, sizeof f, d_f, "ahead-and-order.c:107: global alloc f[*][*]");
    needed();
    ahead();
    rows();
    turned();
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "ahead-and-order.c:112: global copyout c[*][*]");
    hicuda_check(cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost), "ahead-and-order.c:113: global copyout d[*][*]");
    hicuda_check(cudaMemcpy(e, d_e, sizeof e, cudaMemcpyDeviceToHost), "ahead-and-order.c:114: global copyout e[*][*]");
    hicuda_check(cudaMemcpy(f, d_f, sizeof f, cudaMemcpyDeviceToHost), "ahead-and-order.c:115: global copyout f[*][*]");
    hicuda_check(cudaFree(d_a), "ahead-and-order.c:116: global free a b c d e f");
    hicuda_forget(a, "ahead-and-order.c:116: global free a b c d e f");
    hicuda_check(cudaFree(d_b), "ahead-and-order.c:116: global free a b c d e f");
    hicuda_forget(b, "ahead-and-order.c:116: global free a b c d e f");
    hicuda_check(cudaFree(d_c), "ahead-and-order.c:116: global free a b c d e f");
    hicuda_forget(c, "ahead-and-order.c:116: global free a b c d e f");
    hicuda_check(cudaFree(d_d), "ahead-and-order.c:116: global free a b c d e f");
    hicuda_forget(d, "ahead-and-order.c:116: global free a b c d e f");
    hicuda_check(cudaFree(d_e), "ahead-and-order.c:116: global free a b c d e f");
    hicuda_forget(e, "ahead-and-order.c:116: global free a b c d e f");
    hicuda_check(cudaFree(d_f), "ahead-and-order.c:116: global free a b c d e f");
    hicuda_forget(f, "ahead-and-order.c:116: global free a b c d e f");
    printf("%u %u %u %u\n", check(c), check(d), check(e), check(f));
    return 0;
}
