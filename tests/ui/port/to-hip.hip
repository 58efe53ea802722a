warning[W1170]: `warpSize` stays 32, as in CUDA
  --> to-hip.cu:24:18
   |
24 |     for (int d = warpSize / 2; d > 0; d /= 2)
   |                  ^^^^^^^^
   |
   = note: a wavefront of AMD's GPUs has 32 or 64 threads; the port works on groups of 32

warning[W1170]: this mask is of 32 threads
  --> to-hip.cu:25:31
   |
25 |         v += __shfl_down_sync(0xffffffff, v, d);
   |                               ^^^^^^^^^^
   |
   = note: a wavefront of AMD's GPUs has 32 or 64 threads; the port works on groups of 32

warning[W1170]: this mask is of 32 threads
  --> to-hip.cu:35:35
   |
35 |     unsigned vote = __ballot_sync(0xffffffff, row[threadIdx.x] > 0);
   |                                   ^^^^^^^^^^
   |
   = note: a wavefront of AMD's GPUs has 32 or 64 threads; the port works on groups of 32

3 warnings; see `warploom explain W1170`
// A CUDA program in HIP: `cudaMalloc` in this comment stays, and so does the layout.
//@ port: hip
#include <stdio.h>
#include <stdlib.h>
#include <hip/hip_runtime.h>

// CUDA's warps are groups of 32 threads, of which a wavefront has one or two.
#ifndef WARP32_FUNCTIONS
#define WARP32_FUNCTIONS
static __device__ inline unsigned warp32_ballot(unsigned mask, int vote)
{
    return mask & (unsigned)(__ballot(vote) >> (__lane_id() & 32));
}

static __device__ inline int warp32_any(unsigned mask, int vote)
{
    return warp32_ballot(mask, vote) != 0;
}

static __device__ inline int warp32_all(unsigned mask, int vote)
{
    return warp32_ballot(mask, !vote) == 0;
}

static __device__ inline void warp32_sync(unsigned = 0xffffffffu)
{
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
}
#endif

#define CHECK(call)                                                  \
    do {                                                             \
        hipError_t status = (call); /* cudaError_t of the caller */ \
        if (status != hipSuccess) {                                 \
            printf("cudaError: %s\n", hipGetErrorString(status));   \
            exit(1);                                                 \
        }                                                            \
    } while (0)

__constant__ float  weights[3];

static int cudaCount;               // ours, not CUDA's
struct options { int cudaMalloc; }; // a member of ours

__device__ float   warp_sum(float v)
{
    for (int d = 32 / 2; d > 0; d /= 2)
        v += __shfl_down(v, d, 32);
    return v;
}

__global__ void blur(const float *in, float *out, int n, unsigned *votes)
{
    extern __shared__ float row[];
    int i = blockIdx.x*blockDim.x + threadIdx.x;
    row[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    unsigned vote = warp32_ballot(0xffffffff, row[threadIdx.x] > 0);
    if (threadIdx.x % 32 == 0) votes[i/32] = vote;
    if (i < n) out[i] = weights[1]*row[threadIdx.x] + warp_sum(row[threadIdx.x]);
#ifdef __HIP_DEVICE_COMPILE__
    if (n < 0) __builtin_trap();
#endif
}

int main()
{
    struct options chosen = { 256 };
    const int n = 1000;
    float h[3] = { 1, 2, 3 }, *a, *b;
    unsigned *votes;
    CHECK(hipMalloc(&a, n * sizeof *a));
    CHECK(hipMalloc((void **)&b, n * sizeof *b));
    CHECK(hipHostMalloc(&votes, n * sizeof *votes));
    CHECK(hipMemset(a, 0, n * sizeof *a));
    CHECK(hipMemcpyToSymbol(HIP_SYMBOL(weights), h, sizeof h));
    blur <<<dim3((n + 255) / chosen.cudaMalloc), 256, 256 * sizeof(float)>>>(a, b, n, votes);
    CHECK(hipDeviceSynchronize());
    printf("cudaCount %d\n", cudaCount);
    hipFree(a), hipFree(b);
    CHECK(hipHostFree(votes));
    return 0;
}
