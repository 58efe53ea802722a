//@ emit: cuda cpu
//@ run: cpu
// Three threads share out each loop, and four of each do the same: a barrier
// keeps the next row out of the buffer until all of them have read this one.
#include <stdio.h>

#define ROWS 10
#define WIDTH 40

static float means[ROWS][WIDTH];

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

// all-threads-of-a-dimension.c:15: kernel smooth
__global__ void smooth(float (*__restrict__ means)[40])
{
    __shared__ float line[40];
    for (int row = blockIdx.x; row < ROWS; row += 4) {
        __syncthreads();
        for (int i = threadIdx.y; i < WIDTH; i += 3)
            line[i] = row * i;
        __syncthreads();
        for (int i = threadIdx.y; i < WIDTH; i += 3)
            means[row][i] = (line[i] + line[i / 2]) / 2;
    }
}

int main(void)
{
    float (*d_means)[40];
    hicuda_check(cudaMalloc((void **)&d_means, sizeof means), "all-threads-of-a-dimension.c:14: global alloc means[*][*] clear");
    hicuda_check(cudaMemset(d_means, 0, sizeof means), "all-threads-of-a-dimension.c:14: global alloc means[*][*] clear");
    smooth<<<4, dim3(4, 3)>>>(d_means);
    hicuda_launched(cudaGetLastError(), "all-threads-of-a-dimension.c:15: kernel smooth tblock(4) thread(3, 4)");
    hicuda_check(cudaMemcpy(means, d_means, sizeof means, cudaMemcpyDeviceToHost), "all-threads-of-a-dimension.c:30: global copyout means[*][*]");
    hicuda_check(cudaFree(d_means), "all-threads-of-a-dimension.c:31: global free means");
    for (int row = 0; row < ROWS; row++)
        printf("%g %g\n", means[row][7], means[row][WIDTH - 1]);
    return 0;
}
