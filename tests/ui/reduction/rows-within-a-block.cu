//@ emit: cuda cpu
//@ run: cpu
// One row per block: its threads add the row up together and all use the sum.
#include <stdio.h>

float m[60][100], share[60][100];

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

// The largest over the first `lanes` threads of a warp, in the first of them.
__device__ static float warp_max(float value, int lane, int lanes)
{
    unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        float other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            value = max(value, other);
    }
    return value;
}

// The largest over the threads of the block, in all of them. All must call it.
__device__ static float block_max(float value)
{
    __shared__ float of_warps[32];
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int lane = thread % 32;
    int warp = thread / 32;
    int warps = (threads + 31) / 32;
    value = warp_max(value, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0)
        of_warps[warp] = value;
    __syncthreads();
    if (warps == 1)
        return of_warps[0];
    if (warp == 0 && lane < warps) {
        value = warp_max(of_warps[lane], lane, warps);
        if (lane == 0)
            of_warps[0] = value;
    }
    __syncthreads();
    return of_warps[0];
}

// rows-within-a-block.c:15: kernel normalise
__global__ void normalise(const float (*__restrict__ m)[100], float (*__restrict__ share)[100])
{
    int i = blockIdx.x;
    float sum = 0, most = m[i][0];
    {
        float sum_part = 0;
        float most_part = most;
        int j = threadIdx.x;
        for (; j < 100; j += 48) {
            sum_part += m[i][j];
            if (m[i][j] > most_part)
                most_part = m[i][j];
        }
        sum += block_sum(sum_part);
        most = block_max(most_part);
    }
    for (int j = threadIdx.x; j < 100; j += 48)
        share[i][j] = (m[i][j] + most) * 4 / sum;
}

int main(void)
{
    for (int i = 0; i < 60; i++)
        for (int j = 0; j < 100; j++)
            m[i][j] = (i + j) % 4 + 1;
    float (*d_m)[100];
    hicuda_check(cudaMalloc((void **)&d_m, sizeof m), "rows-within-a-block.c:13: global alloc m[*][*] copyin");
    hicuda_check(cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice), "rows-within-a-block.c:13: global alloc m[*][*] copyin");
    float (*d_share)[100];
    hicuda_check(cudaMalloc((void **)&d_share, sizeof share), "rows-within-a-block.c:14: global alloc share[*][*]");
    normalise<<<60, 48>>>(d_m, d_share);
    hicuda_launched(cudaGetLastError(), "rows-within-a-block.c:15: kernel normalise tblock(60) thread(48)");
    hicuda_check(cudaMemcpy(share, d_share, sizeof share, cudaMemcpyDeviceToHost), "rows-within-a-block.c:30: global copyout share[*][*]");
    hicuda_check(cudaFree(d_m), "rows-within-a-block.c:31: global free m share");
    hicuda_check(cudaFree(d_share), "rows-within-a-block.c:31: global free m share");
    for (int i = 0; i < 60; i += 7)
        printf("%g %g\n", share[i][3], share[i][98]);
    return 0;
}
