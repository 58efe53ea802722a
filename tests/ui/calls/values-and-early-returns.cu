//@ emit: cuda cpu
//@ run: cpu
// Functions that share out work, return a value, and return early.
#include <stdio.h>
#define ROWS 12
#define LENGTH 40

float a[ROWS][LENGTH], sums[ROWS];

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

static float sum_of(int row)
{
    float sum = 0;
    for (int j = 0; j < LENGTH; j++)
        sum += a[row][j];
    return sum / 2;
}

static void add_one(int row, int wanted)
{
    if (row % 3 != wanted)
        return;
    for (int j = 0; j < LENGTH; j++)
        a[row][j] += 1;
}

// values-and-early-returns.c:35: kernel rows
__global__ void rows(float (*__restrict__ a)[40], float *__restrict__ sums)
{
    int i_begin = blockIdx.x * 3;
    for (int i = i_begin; i < i_begin + 3; i++) {
        if (i % 3 == 1)
            for (int j = threadIdx.x; j < LENGTH; j += 16)
                a[i][j] += 1;
        __syncthreads();
        float sum_of_result;
        {
            float sum = 0;
            float sum_part = 0;
            int j = threadIdx.x;
            for (; j < LENGTH; j += 16)
                sum_part += a[i][j];
            sum += block_sum(sum_part);
            sum_of_result = sum / 2;
        }
        float half = sum_of_result;
        if (threadIdx.x == 0) {
            sums[i] = half + 1;
        }
    }
}

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < LENGTH; j++)
            a[i][j] = i * j % 7;
    float (*d_a)[40];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "values-and-early-returns.c:33: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "values-and-early-returns.c:33: global alloc a[*][*] copyin");
    float *d_sums;
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "values-and-early-returns.c:34: global alloc sums[*]");
    rows<<<4, 16>>>(d_a, d_sums);
    hicuda_launched(cudaGetLastError(), "values-and-early-returns.c:35: kernel rows tblock(4) thread(16)");
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "values-and-early-returns.c:46: global copyout sums[*]");
    hicuda_check(cudaFree(d_a), "values-and-early-returns.c:47: global free a sums");
    hicuda_check(cudaFree(d_sums), "values-and-early-returns.c:47: global free a sums");
    for (int i = 0; i < ROWS; i++)
        printf("%g ", sums[i]);
    printf("\n");
    return 0;
}
