//@ emit: cuda
//@ run: cpu
// What all iterations of the staged loop read alike stays where it is.
#include <stdio.h>

#define N 200

static int a[N], b[N];

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

// stage-beside-fixed-element.c:16: kernel smaller
__global__ void smaller(const int *__restrict__ a, int *__restrict__ b)
{
    __shared__ __align__(16) int a_tile[2][64];
    int i_base = blockIdx.x * 50;
    int i = i_base + threadIdx.x;
    int count = 0;
    int a_own;
    if (threadIdx.x < 50)
        a_own = a[i];
    __syncthreads();
    {
        int from = threadIdx.x;
        if (from < 200)
            hicuda_start_copy(&a_tile[0][threadIdx.x], &a[from], 4);
        else
            a_tile[0][threadIdx.x] = 0;
    }
    int buffer = 0;
    for (int j_stage = 0; j_stage < N; j_stage += 64) {
        hicuda_await_copies();
        __syncthreads();
        if (j_stage + 64 < N) {
            int from = j_stage + 64 + threadIdx.x;
            if (from < 200)
                hicuda_start_copy(&a_tile[1 - buffer][threadIdx.x], &a[from], 4);
            else
                a_tile[1 - buffer][threadIdx.x] = 0;
        }
        if (threadIdx.x < 50) {
            if (j_stage + 63 < N) {
                #pragma unroll 32
                for (int j = 0; j < 64; j++)
                    count += a_tile[buffer][j] < a_own;
            } else
                for (int j = j_stage; j < N; j++)
                    count += a_tile[buffer][j - j_stage] < a_own;
        }
        buffer = 1 - buffer;
    }
    if (threadIdx.x < 50)
        b[i] = count;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37) % 101;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "stage-beside-fixed-element.c:14: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "stage-beside-fixed-element.c:14: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "stage-beside-fixed-element.c:15: global alloc b[*]");
    smaller<<<4, 64>>>(d_a, d_b);
    hicuda_launched(cudaGetLastError(), "stage-beside-fixed-element.c:16: kernel smaller tblock(4) thread(64)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "stage-beside-fixed-element.c:26: global copyout b[*]");
    hicuda_check(cudaFree(d_a), "stage-beside-fixed-element.c:27: global free a b");
    hicuda_check(cudaFree(d_b), "stage-beside-fixed-element.c:27: global free a b");
    printf("%d %d %d\n", b[0], b[99], b[N - 1]);
    return 0;
}
