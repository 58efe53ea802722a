// ==== names-of-launchers-rest.c ====
int sum(int n)
{
    return n * (n + 1) / 2;
}

// ==== names-of-launchers.c ====
//@ emit: cuda
//@ run: cpu
//@ also: parts/names-of-launchers-rest.c
// Arrays called `grid` and `block` leave their names to nobody else.
#include <stdio.h>

int sum(int n);

#include <cuda_runtime.h>
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

cudaError_t launch_fill(dim3 grid_, dim3 block_, int *grid, int block);

int main(void)
{
    int grid[64], block = 3;
    int *d_grid;
    hicuda_check(cudaMalloc((void **)&d_grid, sizeof grid), "names-of-launchers.c:12: global alloc grid[*]");
    hicuda_launched(launch_fill((dim3){2, 1, 1}, (dim3){32, 1, 1}, d_grid, block), "names-of-launchers.c:13: kernel fill tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(grid, d_grid, sizeof grid, cudaMemcpyDeviceToHost), "names-of-launchers.c:18: global copyout grid[*]");
    hicuda_check(cudaFree(d_grid), "names-of-launchers.c:19: global free grid");
    printf("%d %d\n", grid[63], sum(grid[5]));
    return 0;
}

// ==== names-of-launchers.kernels.cu ====
// names-of-launchers.c:13: kernel fill
__global__ void fill(int *__restrict__ grid, int block)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    grid[i] = i * block;
}

extern "C" cudaError_t launch_fill(dim3 grid_, dim3 block_, int *grid, int block)
{
    fill<<<grid_, block_>>>(grid, block);
    return cudaGetLastError();
}

