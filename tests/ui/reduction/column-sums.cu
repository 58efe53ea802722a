//@ emit: cuda
//@ run: cpu h200
// Neighbouring threads have neighbouring columns, and those of a column add it up together:
// the outer loop takes the faster entry of `thread`.
#include <stdio.h>

#define N 100
#define M 70

static int a[N][M], y[M];

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

// The sum over `count` threads that lie `width` apart, in all of them. The whole block must call it.
__device__ static int column_sum(int value, int count, int width)
{
    __shared__ int parts[1024];
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int place = thread / width;
    __syncthreads();
    parts[thread] = value;
    for (int left = count; left > 1; left = (left + 1) / 2) {
        int half = (left + 1) / 2;
        __syncthreads();
        if (place < left / 2)
            parts[thread] += parts[thread + half * width];
    }
    __syncthreads();
    return parts[thread % width];
}

// column-sums.c:19: kernel columns
__global__ void columns(const int (*__restrict__ a)[70], int *__restrict__ y)
{
    int j_base = blockIdx.x * 24;
    int j = j_base + threadIdx.x;
    int sum = 0;
    int sum_part = 0;
    if (threadIdx.x < 24 && j < M) {
        int i = threadIdx.y;
        for (; i < 44; i += 64) {
            #pragma unroll
            for (int round = 0; round < 8; round++)
                sum_part += a[i + round * 8][j];
        }
        for (; i < N; i += 8)
            sum_part += a[i][j];
    }
    sum += column_sum(sum_part, 8, 32);
    if (threadIdx.x < 24 && j < M)
        y[j] = sum;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 7 + j * 3) % 11;
    int (*d_a)[70];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "column-sums.c:17: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "column-sums.c:17: global alloc a[*][*] copyin");
    int *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "column-sums.c:18: global alloc y[*]");
    columns<<<3, dim3(32, 8)>>>(d_a, d_y);
    hicuda_launched(cudaGetLastError(), "column-sums.c:19: kernel columns tblock(3) thread(8, 32)");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "column-sums.c:29: global copyout y[*]");
    hicuda_check(cudaFree(d_a), "column-sums.c:30: global free a y");
    hicuda_check(cudaFree(d_y), "column-sums.c:30: global free a y");
    for (int j = 0; j < M; j += 9)
        printf("%d ", y[j]);
    printf("\n");
    return 0;
}
