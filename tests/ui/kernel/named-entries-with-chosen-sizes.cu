//@ emit: cuda
//@ run: cpu sim
// The compiler chooses the sizes for the loops that take them: the inner loop is longer and has the first entry, so that has the blocks.
#include <stdio.h>

#define N 5
#define M 500

static int a[M][N];

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

// named-entries-with-chosen-sizes.c:14: kernel chosen
__global__ void chosen(int (*__restrict__ a)[5])
{
    int i = blockIdx.x * 5 + threadIdx.x;
    int j = blockIdx.y * 16 + threadIdx.y;
    if (threadIdx.x < 5 && j < M)
        a[j][i] = i * 1000 + j;
}

int main(void)
{
    int (*d_a)[5];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "named-entries-with-chosen-sizes.c:13: global alloc a[*][*] clear");
    hicuda_check(cudaMemset(d_a, 0, sizeof a), "named-entries-with-chosen-sizes.c:13: global alloc a[*][*] clear");
    chosen<<<dim3(1, 32), dim3(16, 16)>>>(d_a);
    hicuda_launched(cudaGetLastError(), "named-entries-with-chosen-sizes.c:14: kernel chosen");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "named-entries-with-chosen-sizes.c:21: global copyout a[*][*]");
    hicuda_check(cudaFree(d_a), "named-entries-with-chosen-sizes.c:22: global free a");
    long sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += (long)a[j][i] * (i - 3 * j);
    printf("%d %ld\n", a[M - 1][N - 1], sum);
    return 0;
}
