//@ emit: cuda cpu
//@ run: cpu
// Subscripts that a function computes are known to the last element.
#include <stdio.h>
#include <stdlib.h>

#define W 16
#define H 12

__device__ static inline int at(int row, int column)
{
    return row * W + column;
}

__device__ static int right_of(int row, int column) { return at(row, column) + 1; }

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

// index-functions.c:25: kernel edges
__global__ void edges(int *__restrict__ edge, const int *__restrict__ image)
{
    int y = blockIdx.y * 4 + threadIdx.y;
    int x = blockIdx.x * 8 + threadIdx.x;
    if (x < W - 1)
        edge[at(y, x)] = image[right_of(y, x)] - image[at(y, x)];
}

int main(void)
{
    int *image = (int *)malloc(W * H * sizeof *image), *edge = (int *)calloc(W * H, sizeof *edge);
    for (int k = 0; k < W * H; k++)
        image[k] = k * k % 31;
    int *d_image;
    hicuda_check(cudaMalloc((void **)&d_image, sizeof(int) * 12 * 16), "index-functions.c:23: global alloc image[*][*] copyin");
    hicuda_check(cudaMemcpy(d_image, image, sizeof(int) * 12 * 16, cudaMemcpyHostToDevice), "index-functions.c:23: global alloc image[*][*] copyin");
    int *d_edge;
    hicuda_check(cudaMalloc((void **)&d_edge, sizeof(int) * 12 * 16), "index-functions.c:24: global alloc edge[*][*] clear");
    hicuda_check(cudaMemset(d_edge, 0, sizeof(int) * 12 * 16), "index-functions.c:24: global alloc edge[*][*] clear");
    edges<<<dim3(2, 3), dim3(8, 4)>>>(d_edge, d_image);
    hicuda_launched(cudaGetLastError(), "index-functions.c:25: kernel edges tblock(3,2) thread(4,8)");
    hicuda_check(cudaMemcpy(edge, d_edge, sizeof(int) * 12 * 16, cudaMemcpyDeviceToHost), "index-functions.c:32: global copyout edge[*][*]");
    hicuda_check(cudaFree(d_image), "index-functions.c:33: global free image edge");
    hicuda_check(cudaFree(d_edge), "index-functions.c:33: global free image edge");
    int total = 0;
    for (int k = 0; k < W * H; k++)
        total += edge[k] * (k % 9);
    printf("%d\n", total);
    free(image);
    free(edge);
    return 0;
}
