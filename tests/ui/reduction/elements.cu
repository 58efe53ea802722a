//@ emit: cuda
//@ run: cpu
// Sums that the program keeps in memory: threads add up an element together.
#include <stdio.h>

#define N 50
#define M 90

static int a[N][M], x[N], y[M];

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
__device__ static int lanes_sum(int value, int lanes)
{
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int first = thread % 32 / lanes * lanes;
    unsigned int group = (lanes == 32 ? 0xffffffff : (1u << lanes) - 1) << first;
    for (int offset = lanes / 2; offset > 0; offset /= 2) {
        int other = __shfl_xor_sync(group, value, offset);
        value += other;
    }
    return value;
}

// The largest over `count` threads that lie `width` apart, in all of them. The whole block must call it.
__device__ static int column_max(int value, int count, int width)
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
            parts[thread] = max(parts[thread], parts[thread + half * width]);
    }
    __syncthreads();
    return parts[thread % width];
}

// elements.c:21: kernel rows
__global__ void rows(int *__restrict__ x, const int (*__restrict__ a)[90], const int *__restrict__ y)
{
    int i_base = blockIdx.x * 4;
    int i = i_base + threadIdx.y;
    int x_sum = i;
    int x_sum_part = 0;
    if (i < N) {
        int j = threadIdx.x;
        for (; j < M; j += 32)
            x_sum_part = x_sum_part + a[i][j] * y[j];
    }
    x_sum += lanes_sum(x_sum_part, 32);
    if (i < N)
        x[i] = x_sum;
}

// elements.c:30: kernel columns
__global__ void columns(const int (*__restrict__ a)[90], int *__restrict__ y)
{
    int j_base = blockIdx.x * 15;
    int j = j_base + threadIdx.x;
    int y_sum = 0;
    if (threadIdx.x < 15)
        y_sum = y[j];
    int y_sum_part = y_sum;
    if (threadIdx.x < 15) {
        int i = threadIdx.y;
        for (; i < N; i += 8) {
            if (a[i][j] > y_sum_part)
                y_sum_part = a[i][j];
        }
    }
    y_sum = column_max(y_sum_part, 8, 16);
    __syncthreads();
    if (threadIdx.x < 15)
        y[j] = y_sum;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 7 + j * 3) % 11;
    for (int j = 0; j < M; j++)
        y[j] = j % 5;
    int (*d_a)[90];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "elements.c:18: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "elements.c:18: global alloc a[*][*] copyin");
    int *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "elements.c:19: global alloc x[*]");
    int *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "elements.c:20: global alloc y[*] copyin");
    hicuda_check(cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice), "elements.c:20: global alloc y[*] copyin");
    rows<<<13, dim3(32, 4)>>>(d_x, d_a, d_y);
    hicuda_launched(cudaGetLastError(), "elements.c:21: kernel rows tblock(13) thread(4, 32)");
    columns<<<6, dim3(16, 8)>>>(d_a, d_y);
    hicuda_launched(cudaGetLastError(), "elements.c:30: kernel columns tblock(6) thread(8, 16)");
    hicuda_check(cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost), "elements.c:38: global copyout x[*]");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "elements.c:39: global copyout y[*]");
    hicuda_check(cudaFree(d_a), "elements.c:40: global free a x y");
    hicuda_check(cudaFree(d_x), "elements.c:40: global free a x y");
    hicuda_check(cudaFree(d_y), "elements.c:40: global free a x y");
    for (int j = 0; j < N; j += 7)
        printf("%d %d ", x[j], y[j]);
    printf("\n");
    return 0;
}
