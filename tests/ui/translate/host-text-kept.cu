//@ emit: cuda cpu
//@ run: cpu
// Everything outside directives stays as it was written.
#include <stdio.h>
#define  TWICE(x)   ((x) + (x))   // spaces and all

int a [16] ;   /* odd   spacing */

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

// host-text-kept.c:13: kernel number
__global__ void number(int *__restrict__ a)
{
    int i = threadIdx.x;
    a[i] = i + i;
}

int main( void )
{
int *d_a;
hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "host-text-kept.c:11: global alloc a[*]");
/* between directives */
    number<<<1, 16>>>(d_a);
    hicuda_launched(cudaGetLastError(), "host-text-kept.c:13: kernel number tblock(1) thread(16)");
	hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "host-text-kept.c:20: global copyout a[*]");
	hicuda_check(cudaFree(d_a), "host-text-kept.c:21: global free a");
	printf( "%d\n" , TWICE( a[15] ) ) ;
    return 0 ;
}
