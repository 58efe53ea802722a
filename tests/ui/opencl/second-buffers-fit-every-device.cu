//@ emit: cuda opencl
//@ run: cpu sim
// Two buffers of 32 KiB: CUDA's kernels load ahead, OpenCL's do not, for NVIDIA's driver has 48 KiB of local memory.
#include <stdio.h>

#define N 4096
float a[64][N], s[64];

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

// second-buffers-fit-every-device.c:16: kernel rows
__global__ void rows(const float (*__restrict__ a)[4096], float *__restrict__ s)
{
    extern __shared__ __align__(16) unsigned char shared_memory[];
    float (*a_tile)[64][129] = (float (*)[64][129])shared_memory;
    int i_base = 0;
    int i = i_base + threadIdx.x;
    float sum = 0;
    __syncthreads();
    #pragma unroll 32
    for (int first = 0; first < 8192; first += 64)
        hicuda_start_copy(&a_tile[0][(first + threadIdx.x) / 128][(first + threadIdx.x) % 128], &a[i_base + (first + threadIdx.x) / 128][(first + threadIdx.x) % 128], 4);
    int buffer = 0;
    for (int jj = 0; jj < N; jj += 128) {
        hicuda_await_copies();
        __syncthreads();
        if (jj + 128 < N) {
            #pragma unroll 32
            for (int first = 0; first < 8192; first += 64)
                hicuda_start_copy(&a_tile[1 - buffer][(first + threadIdx.x) / 128][(first + threadIdx.x) % 128], &a[i_base + (first + threadIdx.x) / 128][jj + 128 + (first + threadIdx.x) % 128], 4);
        }
        #pragma unroll 32
        for (int j = 0; j < 128; j++)
            sum += a_tile[buffer][threadIdx.x][j];
        buffer = 1 - buffer;
    }
    s[i] = sum;
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i + j) % 5;
    float (*d_a)[4096];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "second-buffers-fit-every-device.c:14: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "second-buffers-fit-every-device.c:14: global alloc a[*][*] copyin");
    float *d_s;
    hicuda_check(cudaMalloc((void **)&d_s, sizeof s), "second-buffers-fit-every-device.c:15: global alloc s[*]");
    hicuda_check(cudaFuncSetAttribute(rows, cudaFuncAttributeMaxDynamicSharedMemorySize, 66048), "second-buffers-fit-every-device.c:16: kernel rows tblock(1) thread(64)");
    rows<<<1, 64, 66048>>>(d_a, d_s);
    hicuda_launched(cudaGetLastError(), "second-buffers-fit-every-device.c:16: kernel rows tblock(1) thread(64)");
    hicuda_check(cudaMemcpy(s, d_s, sizeof s, cudaMemcpyDeviceToHost), "second-buffers-fit-every-device.c:29: global copyout s[*]");
    hicuda_check(cudaFree(d_a), "second-buffers-fit-every-device.c:30: global free a s");
    hicuda_check(cudaFree(d_s), "second-buffers-fit-every-device.c:30: global free a s");
    printf("%g %g\n", s[0], s[63]);
    return 0;
}
