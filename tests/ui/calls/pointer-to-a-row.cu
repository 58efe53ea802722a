//@ emit: cuda cpu
//@ run: cpu
// Functions that get a row, a part of an array, or all of it.
#include <stdio.h>

#define N 8
#define M 24

float a[N][M], sums[N];

__host__ __device__ static float sum_of(const float *row, int count)
{
    float sum = 0;
    for (int k = 0; k < count; k++)
        sum += row[k];
    return sum;
}

__device__ static void scale(float *row, int count, float by)
{
    int k = 0;
    while (k < count)
        row[k++] *= by;
}

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

// pointer-to-a-row.c:33: kernel normalise
__global__ void normalise(float (*__restrict__ a)[24], float *__restrict__ sums)
{
    int i = blockIdx.x * 4 + threadIdx.x;
    sums[i] = sum_of(a[i], M);
    scale(&a[i][0], M / 2, 2.0f);
    scale(a[i] + M / 2, M / 2, sums[i]);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (float)(i + j % 5) / 4;
    float (*d_a)[24];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "pointer-to-a-row.c:31: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "pointer-to-a-row.c:31: global alloc a[*][*] copyin");
    float *d_sums;
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "pointer-to-a-row.c:32: global alloc sums[*]");
    normalise<<<2, 4>>>(d_a, d_sums);
    hicuda_launched(cudaGetLastError(), "pointer-to-a-row.c:33: kernel normalise tblock(2) thread(4)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "pointer-to-a-row.c:41: global copyout a[*][*]");
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "pointer-to-a-row.c:42: global copyout sums[*]");
    hicuda_check(cudaFree(d_a), "pointer-to-a-row.c:43: global free a sums");
    hicuda_check(cudaFree(d_sums), "pointer-to-a-row.c:43: global free a sums");
    float total = 0;
    for (int i = 0; i < N; i++)
        total += sum_of(a[i], M) + sums[i];
    printf("%g %g %g\n", total, a[7][23], sums[3]);
    return 0;
}
