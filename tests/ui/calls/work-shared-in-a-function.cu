//@ emit: cuda cpu
//@ run: cpu
// Functions that partition loops, use shared memory and barriers: nesting goes on
// across the call.
#include <stdio.h>

#define N 6
#define M 64

float a[N][M], b[N][M], first[N];

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

static void add_to_row(float (*m)[M], int i, float by)
{
    for (int j = 0; j < M; j++)
        m[i][j] += by;
}

static void reverse(int i)
{
    for (int j = 0; j < M; j++)
        b[i][j] = a[i][M - 1 - j];
    first[i] = i;
}

static void both(int row)
{
    add_to_row(a, row, 0.5f);
    reverse(row);
    return;
}

// work-shared-in-a-function.c:48: kernel rows
__global__ void rows(float (*__restrict__ a)[64], float (*__restrict__ b)[64], float *__restrict__ first)
{
    __shared__ float a_tile[1][64];
    int i = blockIdx.x;
    for (int j = threadIdx.x; j < M; j += 32)
        a[i][j] += 0.5f;
    __syncthreads();
    for (int first2 = 0; first2 < 64; first2 += 32)
        a_tile[(first2 + threadIdx.x) / 64][(first2 + threadIdx.x) % 64] = a[i + (first2 + threadIdx.x) / 64][(first2 + threadIdx.x) % 64];
    __syncthreads();
    for (int j = threadIdx.x; j < M; j += 32)
        b[i][j] = a_tile[0][63 - j];
    if (threadIdx.x == 0) {
        first[i] = i;
    }
    for (int j = threadIdx.x; j < M; j += 32)
        b[i][j] += 1;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * M + j;
    float (*d_a)[64];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "work-shared-in-a-function.c:45: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "work-shared-in-a-function.c:45: global alloc a[*][*] copyin");
    float (*d_b)[64];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "work-shared-in-a-function.c:46: global alloc b[*][*]");
    float *d_first;
    hicuda_check(cudaMalloc((void **)&d_first, sizeof first), "work-shared-in-a-function.c:47: global alloc first[*]");
    rows<<<6, 32>>>(d_a, d_b, d_first);
    hicuda_launched(cudaGetLastError(), "work-shared-in-a-function.c:48: kernel rows tblock(6) thread(32)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "work-shared-in-a-function.c:55: global copyout b[*][*]");
    hicuda_check(cudaMemcpy(first, d_first, sizeof first, cudaMemcpyDeviceToHost), "work-shared-in-a-function.c:56: global copyout first[*]");
    hicuda_check(cudaFree(d_a), "work-shared-in-a-function.c:57: global free a b first");
    hicuda_check(cudaFree(d_b), "work-shared-in-a-function.c:57: global free a b first");
    hicuda_check(cudaFree(d_first), "work-shared-in-a-function.c:57: global free a b first");
    double total = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            total += b[i][j] * (j + 1) + first[i];
    printf("%g\n", total);
    return 0;
}
