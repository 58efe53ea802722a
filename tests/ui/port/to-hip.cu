// A CUDA program in HIP: `cudaMalloc` in this comment stays, and so does the layout.
//@ port: hip
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#define CHECK(call)                                                  \
    do {                                                             \
        cudaError_t status = (call); /* cudaError_t of the caller */ \
        if (status != cudaSuccess) {                                 \
            printf("cudaError: %s\n", cudaGetErrorString(status));   \
            exit(1);                                                 \
        }                                                            \
    } while (0)

__constant__ float  weights[3];

static int cudaCount;               // ours, not CUDA's
struct options { int cudaMalloc; }; // a member of ours

__device__ float   warp_sum(float v)
{
    for (int d = warpSize / 2; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__global__ void blur(const float *in, float *out, int n, unsigned *votes)
{
    extern __shared__ float row[];
    int i = blockIdx.x*blockDim.x + threadIdx.x;
    row[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    unsigned vote = __ballot_sync(0xffffffff, row[threadIdx.x] > 0);
    if (threadIdx.x % 32 == 0) votes[i/32] = vote;
    if (i < n) out[i] = weights[1]*row[threadIdx.x] + warp_sum(row[threadIdx.x]);
#ifdef __CUDA_ARCH__
    if (n < 0) __trap();
#endif
}

int main()
{
    struct options chosen = { 256 };
    const int n = 1000;
    float h[3] = { 1, 2, 3 }, *a, *b;
    unsigned *votes;
    CHECK(cudaMalloc(&a, n * sizeof *a));
    CHECK(cudaMalloc((void **)&b, n * sizeof *b));
    CHECK(cudaMallocHost(&votes, n * sizeof *votes));
    CHECK(cudaMemset(a, 0, n * sizeof *a));
    CHECK(cudaMemcpyToSymbol(weights, h, sizeof h));
    blur << <dim3((n + 255) / chosen.cudaMalloc), 256, 256 * sizeof(float)>> >(a, b, n, votes);
    CHECK(cudaDeviceSynchronize());
    printf("cudaCount %d\n", cudaCount);
    cudaFree(a), cudaFree(b);
    CHECK(cudaFreeHost(votes));
    return 0;
}
