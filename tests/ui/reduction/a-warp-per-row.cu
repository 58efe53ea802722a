//@ emit: cuda cpu
//@ run: cpu h200
// A sparse matrix times a vector: rows go to warps, a row's elements to lanes. Rows
// of other sizes of groups go through shared memory.
#include <stdio.h>

int start[51], column[1200];
float value[1200], x[50], y[50], z[50];

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

// The sum over `lanes` neighbouring threads, a power of two within a warp, in all of them.
__device__ static float lanes_sum(float value, int lanes)
{
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int first = thread % 32 / lanes * lanes;
    unsigned int group = (lanes == 32 ? 0xffffffff : (1u << lanes) - 1) << first;
    for (int offset = lanes / 2; offset > 0; offset /= 2) {
        float other = __shfl_xor_sync(group, value, offset);
        value += other;
    }
    return value;
}

// The sum over `count` neighbouring threads, in all of them. The whole block must call it.
__device__ static float group_sum(float value, int count)
{
    __shared__ float parts[1024];
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int place = thread % count;
    __syncthreads();
    parts[thread] = value;
    for (int left = count; left > 1; left = (left + 1) / 2) {
        int half = (left + 1) / 2;
        __syncthreads();
        if (place < left / 2)
            parts[thread] += parts[thread + half];
    }
    __syncthreads();
    return parts[thread - place];
}

// a-warp-per-row.c:28: kernel spmv
__global__ void spmv(const int *__restrict__ start, const float *__restrict__ value, const float *__restrict__ x, const int *__restrict__ column, float *__restrict__ y)
{
    int i_begin = blockIdx.x * 8;
    int i_end = min(i_begin + 8, 50);
    for (int i_base = i_begin; i_base < i_end; i_base += 4) {
        int i = i_base + threadIdx.y;
        float sum = 0;
        float sum_part = 0;
        if (i < i_end) {
            int k = start[i] + threadIdx.x;
            for (; k < start[i + 1] - 224; k += 256) {
                #pragma unroll
                for (int round = 0; round < 8; round++)
                    sum_part += value[k + round * 32] * x[column[k + round * 32]];
            }
            for (; k < start[i + 1]; k += 32)
                sum_part += value[k] * x[column[k]];
        }
        sum += lanes_sum(sum_part, 32);
        if (i < i_end)
            y[i] = sum;
    }
}

// a-warp-per-row.c:38: kernel spmv_odd
__global__ void spmv_odd(const int *__restrict__ start, const float *__restrict__ value, const float *__restrict__ x, const int *__restrict__ column, float *__restrict__ z)
{
    int i_begin = blockIdx.x * 8;
    int i_end = min(i_begin + 8, 50);
    for (int i_base = i_begin; i_base < i_end; i_base += 4) {
        int i = i_base + threadIdx.y;
        float sum = 1;
        float sum_part = 0;
        if (i < i_end) {
            int k = start[i] + threadIdx.x;
            for (; k < start[i + 1] - 84; k += 96) {
                #pragma unroll
                for (int round = 0; round < 8; round++)
                    sum_part += value[k + round * 12] * x[column[k + round * 12]];
            }
            for (; k < start[i + 1]; k += 12)
                sum_part += value[k] * x[column[k]];
        }
        sum += group_sum(sum_part, 12);
        if (i < i_end)
            z[i] = sum;
    }
}

int main(void)
{
    int count = 0;
    for (int i = 0; i < 50; i++) {
        start[i] = count;
        for (int j = 0; j < 50; j += i % 5 + 1, count++) {
            column[count] = j;
            value[count] = (i + j) % 7;
        }
        x[i] = i % 3 + 0.5f;
    }
    start[50] = count;
    int *d_start;
    hicuda_check(cudaMalloc((void **)&d_start, sizeof start), "a-warp-per-row.c:22: global alloc start[*] copyin");
    hicuda_check(cudaMemcpy(d_start, start, sizeof start, cudaMemcpyHostToDevice), "a-warp-per-row.c:22: global alloc start[*] copyin");
    int *d_column;
    hicuda_check(cudaMalloc((void **)&d_column, sizeof column), "a-warp-per-row.c:23: global alloc column[*] copyin");
    hicuda_check(cudaMemcpy(d_column, column, sizeof column, cudaMemcpyHostToDevice), "a-warp-per-row.c:23: global alloc column[*] copyin");
    float *d_value;
    hicuda_check(cudaMalloc((void **)&d_value, sizeof value), "a-warp-per-row.c:24: global alloc value[*] copyin");
    hicuda_check(cudaMemcpy(d_value, value, sizeof value, cudaMemcpyHostToDevice), "a-warp-per-row.c:24: global alloc value[*] copyin");
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "a-warp-per-row.c:25: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "a-warp-per-row.c:25: global alloc x[*] copyin");
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "a-warp-per-row.c:26: global alloc y[*]");
    float *d_z;
    hicuda_check(cudaMalloc((void **)&d_z, sizeof z), "a-warp-per-row.c:27: global alloc z[*]");
    spmv<<<7, dim3(32, 4)>>>(d_start, d_value, d_x, d_column, d_y);
    hicuda_launched(cudaGetLastError(), "a-warp-per-row.c:28: kernel spmv tblock(7) thread(4, 32)");
    spmv_odd<<<7, dim3(12, 4)>>>(d_start, d_value, d_x, d_column, d_z);
    hicuda_launched(cudaGetLastError(), "a-warp-per-row.c:38: kernel spmv_odd tblock(7) thread(4, 12)");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "a-warp-per-row.c:48: global copyout y[*]");
    hicuda_check(cudaMemcpy(z, d_z, sizeof z, cudaMemcpyDeviceToHost), "a-warp-per-row.c:49: global copyout z[*]");
    hicuda_check(cudaFree(d_start), "a-warp-per-row.c:50: global free start column value x y z");
    hicuda_check(cudaFree(d_column), "a-warp-per-row.c:50: global free start column value x y z");
    hicuda_check(cudaFree(d_value), "a-warp-per-row.c:50: global free start column value x y z");
    hicuda_check(cudaFree(d_x), "a-warp-per-row.c:50: global free start column value x y z");
    hicuda_check(cudaFree(d_y), "a-warp-per-row.c:50: global free start column value x y z");
    hicuda_check(cudaFree(d_z), "a-warp-per-row.c:50: global free start column value x y z");
    for (int i = 0; i < 50; i += 3)
        printf("%g %g\n", y[i], z[i]);
    return 0;
}
