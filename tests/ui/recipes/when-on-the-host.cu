//@ run: cpu sim
//@ emit: cuda
// Small work stays on the host: where no `kernel` line counts, the loop is what it was, and nothing moves.
#include <stdio.h>
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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
}

// Device memory for the results of blocks, kept from launch to launch.
static void *hicuda_results_memory[1];

static void hicuda_free_results(void)
{
    for (int place = 0; place < 1; place++)
        (void)cudaFree(hicuda_results_memory[place]);
}

static void *hicuda_results(int place, size_t bytes, const char *directive)
{
    static size_t held[1];
    static int is_first = 1;
    if (held[place] < bytes) {
        hicuda_check(cudaFree(hicuda_results_memory[place]), directive);
        hicuda_check(cudaMalloc(&hicuda_results_memory[place], bytes), directive);
        held[place] = bytes;
        if (is_first)
            atexit(hicuda_free_results);
        is_first = 0;
    }
    return hicuda_results_memory[place];
}

// The sum over the first `lanes` threads of a warp, in the first of them.
__device__ static float warp_sum(float value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        float other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value += other;
    }
    return value;
}

// The sum over the threads of the block, in all of them. All must call it.
__device__ static float block_sum(float value)
{
    __shared__ float of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    value = warp_sum(value, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0)
        of_warps[warp] = value;
    __syncthreads();
    if (warps == 1)
        return of_warps[0];
    if (warp == 0 && lane < warps) {
        value = warp_sum(of_warps[lane], lane, warps);
        if (lane == 0)
            of_warps[0] = value;
    }
    __syncthreads();
    return of_warps[0];
}

// The sum of values in memory, computed by the block together.
__device__ static float block_sum_of(const float *values, unsigned int count)
{
    float value = 0;
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y * blockDim.z)
        value += values[i];
    return block_sum(value);
}

// True in the block that calls this last; it sees what the others wrote before.
__device__ static int is_last_block(unsigned int *blocks_done)
{
    __shared__ int is_last;
    unsigned int last = gridDim.x * gridDim.y * gridDim.z - 1;
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
        __threadfence();
        is_last = atomicInc(blocks_done, last) == last;
        __threadfence();
    }
    __syncthreads();
    return is_last;
}

// when-on-the-host.c:12: kernel scaled
__global__ void scaled(float *__restrict__ b, const float *__restrict__ a, int n, float factor)
{
    int i = blockIdx.x * 1024 + threadIdx.x;
    if (i + 768 < n) {
        #pragma unroll
        for (int u = 0; u < 4; u++)
            b[i + 256 * u] = factor * a[i + 256 * u];
    } else {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + 256 * u < n)
                b[i + 256 * u] = factor * a[i + 256 * u];
        }
    }
}

static void scale(int n, float factor, const float *a, float *b)
{
    // before
    if (n >= 1000) {
        hicuda_require(0 <= n, "when-on-the-host.c:10: the section of `a` ends before it starts");
        float *d_a;
        hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * n), "when-on-the-host.c:10: global alloc a[0:n-1] copyin");
        hicuda_check(cudaMemcpy(d_a, a, sizeof(float) * n, cudaMemcpyHostToDevice), "when-on-the-host.c:10: global alloc a[0:n-1] copyin");
        hicuda_require(0 <= n, "when-on-the-host.c:11: the section of `b` ends before it starts");
        float *d_b;
        hicuda_check(cudaMalloc((void **)&d_b, sizeof(float) * n), "when-on-the-host.c:11: global alloc b[0:n-1]");
        if ((n + 1023) / 1024 > 0) {
            scaled<<<(n + 1023) / 1024, 256>>>(d_b, d_a, n, factor);
            hicuda_launched(cudaGetLastError(), "when-on-the-host.c:12: kernel scaled");
        }
        hicuda_check(cudaMemcpy(b, d_b, sizeof(float) * n, cudaMemcpyDeviceToHost), "when-on-the-host.c:17: global copyout b[*]");
        hicuda_check(cudaFree(d_a), "when-on-the-host.c:18: global free a b");
        hicuda_check(cudaFree(d_b), "when-on-the-host.c:18: global free a b");
    } else {
        for (int i = 0; i < n; i++)
            b[i] = factor * a[i]; // each for itself
    }
    // after
}

static __device__ unsigned int summed_blocks_done;

// when-on-the-host.c:26: kernel summed
__global__ void summed(const float *__restrict__ a, int n, float s_before, float *s_of_blocks)
{
    float s = 0;
    int i_chunk = (n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    int i = i_begin + threadIdx.x;
    for (; i < i_end - 448; i += 512) {
        #pragma unroll
        for (int round = 0; round < 8; round++)
            s += a[i + round * 64];
    }
    for (; i < i_end; i += 64)
        s += a[i];
    s = block_sum(s);
    if (threadIdx.x == 0)
        s_of_blocks[blockIdx.x] = s;
    if (is_last_block(&summed_blocks_done)) {
        s = block_sum_of(s_of_blocks, gridDim.x);
        if (threadIdx.x == 0)
            s_of_blocks[0] = s_before + s;
    }
}

// when-on-the-host.c:27: kernel summed_2
__global__ void summed_2(const float *__restrict__ a, int n, float s_before, float *s_of_blocks)
{
    float s = 0;
    int i = blockIdx.x * n + threadIdx.x;
    for (; i < n - 224; i += 256) {
        #pragma unroll
        for (int round = 0; round < 8; round++)
            s += a[i + round * 32];
    }
    for (; i < n; i += 32)
        s += a[i];
    s = block_sum(s);
    if (threadIdx.x == 0)
        s_of_blocks[0] = s_before + s;
}

static float sum(int n, const float *a)
{
    float s = 0;
    if (n > 9) {
        if (n > 99) {
            hicuda_require(0 <= n, "when-on-the-host.c:25: the section of `a` ends before it starts");
            float *d_a2;
            hicuda_check(cudaMalloc((void **)&d_a2, sizeof(float) * n), "when-on-the-host.c:25: global alloc a[0:n-1] copyin");
            hicuda_check(cudaMemcpy(d_a2, a, sizeof(float) * n, cudaMemcpyHostToDevice), "when-on-the-host.c:25: global alloc a[0:n-1] copyin");
            {
                float *d_s = (float *)hicuda_results(0, sizeof(float) * 2, "when-on-the-host.c:26: kernel summed tblock(2) thread(64)");
                summed<<<2, 64>>>(d_a2, n, s, d_s);
                hicuda_launched(cudaGetLastError(), "when-on-the-host.c:26: kernel summed tblock(2) thread(64)");
                hicuda_check(cudaMemcpy(&s, d_s, sizeof(float), cudaMemcpyDeviceToHost), "when-on-the-host.c:26: kernel summed tblock(2) thread(64)");
            }
            hicuda_check(cudaFree(d_a2), "when-on-the-host.c:32: global free a");
        } else {
            hicuda_require(0 <= n, "when-on-the-host.c:25: the section of `a` ends before it starts");
            float *d_a3;
            hicuda_check(cudaMalloc((void **)&d_a3, sizeof(float) * n), "when-on-the-host.c:25: global alloc a[0:n-1] copyin");
            hicuda_check(cudaMemcpy(d_a3, a, sizeof(float) * n, cudaMemcpyHostToDevice), "when-on-the-host.c:25: global alloc a[0:n-1] copyin");
            {
                float *d_s = (float *)hicuda_results(0, sizeof(float), "when-on-the-host.c:27: kernel summed_2 tblock(1) thread(32)");
                summed_2<<<1, 32>>>(d_a3, n, s, d_s);
                hicuda_launched(cudaGetLastError(), "when-on-the-host.c:27: kernel summed_2 tblock(1) thread(32)");
                hicuda_check(cudaMemcpy(&s, d_s, sizeof(float), cudaMemcpyDeviceToHost), "when-on-the-host.c:27: kernel summed_2 tblock(1) thread(32)");
            }
            hicuda_check(cudaFree(d_a3), "when-on-the-host.c:32: global free a");
        }
    } else {
        for (int i = 0; i < n; i++)
            s += a[i];
    }
    return s;
}

// when-on-the-host.c:40: kernel doubled
__global__ void doubled(float *__restrict__ a, int n)
{
    int i = blockIdx.x * 1024 + threadIdx.x;
    if (i + 768 < n) {
        #pragma unroll
        for (int u = 0; u < 4; u++)
            a[i + 256 * u] *= 2;
    } else {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + 256 * u < n)
                a[i + 256 * u] *= 2;
        }
    }
}

// when-on-the-host.c:48: kernel shifted
__global__ void shifted(float *__restrict__ a, int n)
{
    int i = blockIdx.x * 1024 + threadIdx.x;
    if (i + 768 < n) {
        #pragma unroll
        for (int u = 0; u < 4; u++)
            a[i + 256 * u] += 1;
    } else {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + 256 * u < n)
                a[i + 256 * u] += 1;
        }
    }
}

// Two kernels right behind one another: each has its own copies.
static void twice(int n, float *a)
{
    if (n >= 64) {
        hicuda_require(0 <= n, "when-on-the-host.c:39: the section of `a` ends before it starts");
        float *d_a4;
        hicuda_check(cudaMalloc((void **)&d_a4, sizeof(float) * n), "when-on-the-host.c:39: global alloc a[0:n-1] copyin");
        hicuda_check(cudaMemcpy(d_a4, a, sizeof(float) * n, cudaMemcpyHostToDevice), "when-on-the-host.c:39: global alloc a[0:n-1] copyin");
        if ((n + 1023) / 1024 > 0) {
            doubled<<<(n + 1023) / 1024, 256>>>(d_a4, n);
            hicuda_launched(cudaGetLastError(), "when-on-the-host.c:40: kernel doubled");
        }
        hicuda_check(cudaMemcpy(a, d_a4, sizeof(float) * n, cudaMemcpyDeviceToHost), "when-on-the-host.c:45: global copyout a[*]");
        hicuda_check(cudaFree(d_a4), "when-on-the-host.c:46: global free a");
    } else {
        for (int i = 0; i < n; i++)
            a[i] *= 2;
    }
    if (n >= 1000) {
        hicuda_require(0 <= n, "when-on-the-host.c:47: the section of `a` ends before it starts");
        float *d_a5;
        hicuda_check(cudaMalloc((void **)&d_a5, sizeof(float) * n), "when-on-the-host.c:47: global alloc a[0:n-1] copyin");
        hicuda_check(cudaMemcpy(d_a5, a, sizeof(float) * n, cudaMemcpyHostToDevice), "when-on-the-host.c:47: global alloc a[0:n-1] copyin");
        if ((n + 1023) / 1024 > 0) {
            shifted<<<(n + 1023) / 1024, 256>>>(d_a5, n);
            hicuda_launched(cudaGetLastError(), "when-on-the-host.c:48: kernel shifted");
        }
        hicuda_check(cudaMemcpy(a, d_a5, sizeof(float) * n, cudaMemcpyDeviceToHost), "when-on-the-host.c:53: global copyout a[*]");
        hicuda_check(cudaFree(d_a5), "when-on-the-host.c:54: global free a");
    } else {
        for (int i = 0; i < n; i++)
            a[i] += 1;
    }
}

int main(void)
{
    static const int sizes[] = { 5, 64, 999, 1000, 5000 };
    for (int at = 0; at < 5; at++) {
        int n = sizes[at];
        float *a = (float *)malloc(n * sizeof *a), *b = (float *)malloc(n * sizeof *b);
        for (int i = 0; i < n; i++)
            a[i] = i % 7;
        scale(n, 2, a, b);
        printf("%d %g %g\n", n, b[n - 1], sum(n, b));
        twice(n, b);
        printf("%g %g\n", b[0], b[n - 1]);
        free(a);
        free(b);
    }
    return 0;
}
