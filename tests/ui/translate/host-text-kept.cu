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
        exit(EXIT_FAILURE);
    }
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
    hicuda_check(cudaGetLastError(), "host-text-kept.c:13: kernel number tblock(1) thread(16)");
    hicuda_check(cudaDeviceSynchronize(), "host-text-kept.c:13: kernel number tblock(1) thread(16)");
	hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "host-text-kept.c:20: global copyout a[*]");
	hicuda_check(cudaFree(d_a), "host-text-kept.c:21: global free a");
	printf( "%d\n" , TWICE( a[15] ) ) ;
    return 0 ;
}
