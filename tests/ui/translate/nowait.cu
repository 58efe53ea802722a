//@ emit: cuda cpu
//@ run: cpu
// The host goes on after the launch and waits at the next directive.
#include <stdio.h>

int a[64];

#include <stdlib.h>

// A failed CUDA call ends the program and names the directive behind it.
static void hicuda_check(cudaError_t status, const char *directive)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", directive, cudaGetErrorString(status));
        exit(EXIT_FAILURE);
    }
}

// nowait.c:12: kernel number
__global__ void number(int *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    a[i] = i;
}

int main(void)
{
    long sum = 0;
    hicuda_check(cudaDeviceSynchronize(), "nowait.c:11: global alloc a[*]");
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "nowait.c:11: global alloc a[*]");
    hicuda_check(cudaDeviceSynchronize(), "nowait.c:12: kernel number tblock(2) thread(32) nowait #pragma hicuda loop_partition over_tblock over_thread for (int i = 0; i < 64; i++) a[i] = i; #pragma hicuda kernel_end");
    number<<<2, 32>>>(d_a);
    hicuda_check(cudaGetLastError(), "nowait.c:12: kernel number tblock(2) thread(32) nowait");
    for (int i = 0; i < 1000; i++)
        sum += i;
    hicuda_check(cudaDeviceSynchronize(), "nowait.c:19: global copyout a[*]");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "nowait.c:19: global copyout a[*]");
    hicuda_check(cudaDeviceSynchronize(), "nowait.c:20: global free a");
    hicuda_check(cudaFree(d_a), "nowait.c:20: global free a");
    printf("%d %ld\n", a[63], sum);
    return 0;
}
