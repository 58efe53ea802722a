//@ emit: cuda cpu
//@ run: cpu h200
// Structs are copied and accessed as they are.
#include <stdio.h>

struct point {
    float x, y;
    short tag;
};

struct point points[40];

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

// array-of-structs.c:16: kernel place
__global__ void place(struct point *__restrict__ points)
{
    int i = blockIdx.x * 20 + threadIdx.x;
    points[i].x = i;
    points[i].y = points[i].x / 2;
    points[i].tag = i % 3;
}

int main(void)
{
    struct point *d_points;
    hicuda_check(cudaMalloc((void **)&d_points, sizeof points), "array-of-structs.c:15: global alloc points[*]");
    place<<<2, 20>>>(d_points);
    hicuda_launched(cudaGetLastError(), "array-of-structs.c:16: kernel place tblock(2) thread(20)");
    hicuda_check(cudaMemcpy(points, d_points, sizeof points, cudaMemcpyDeviceToHost), "array-of-structs.c:24: global copyout points[*]");
    hicuda_check(cudaFree(d_points), "array-of-structs.c:25: global free points");
    printf("%g %g %d\n", points[39].x, points[39].y, points[38].tag);
    return 0;
}
