//@ emit: cuda cpu
//@ run: cpu
// Four thread dimensions: two have an axis, two share x.
#include <stdio.h>

int a[2][3][4][8];

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

// collapsed-dimensions.c:13: kernel number
__global__ void number(int (*__restrict__ a)[3][4][8])
{
    int i = threadIdx.z;
    int j = threadIdx.y;
    int k = threadIdx.x / 8;
    int l = threadIdx.x % 8;
    a[i][j][k][l] = ((i * 3 + j) * 4 + k) * 8 + l;
}

int main(void)
{

    int (*d_a)[3][4][8];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "collapsed-dimensions.c:12: global alloc a[*][*][*][*]");
    number<<<1, dim3(4 * 8, 3, 2)>>>(d_a);
    hicuda_launched(cudaGetLastError(), "collapsed-dimensions.c:13: kernel number tblock(1) thread(2, 3, 4, 8)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "collapsed-dimensions.c:24: global copyout a[*][*][*][*]");
    hicuda_check(cudaFree(d_a), "collapsed-dimensions.c:25: global free a");
    printf("%d %d\n", a[0][0][0][1], a[1][2][3][7]);
    return 0;
}
