//@ run: cpu
//@ emit: cuda cpu
// `private` gives each iteration its own. With `independent` the user vouches that what
// is read was written by the same iteration.
#include <stdio.h>
struct point { int x, y; };
int a[64], order[4], o[64];
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

// clauses.c:20: kernel permuted
__global__ void permuted(const int *__restrict__ order, const int *__restrict__ a, int *__restrict__ o)
{
    int x;
    struct point p;
    int i = blockIdx.x * 32 + threadIdx.x;
    int t[4];
    for (int k = 0; k < 4; k++)
        t[order[k]] = a[i] + k;
    if (a[i] >= 0)
        x = t[3];
    p.x = x;
    if (a[i] >= 0)
        p.y = t[1];
    o[i] = p.x * p.y;
}

// clauses.c:33: kernel rows
__global__ void rows(const int *__restrict__ a, int *__restrict__ o)
{
    int i_begin = blockIdx.x * 2;
    for (int i = i_begin; i < i_begin + 2; i++) {
        int row[8];
        for (int k = 0; k < 8; k++)
            row[k] = a[8 * i + k] * k;
        int j = threadIdx.x;
        o[8 * i + j] += row[7 - j];
    }
}

int main(void)
{
    int i, k, x;
    for (i = 0; i < 64; i++)
        a[i] = i * 7 % 31;
    for (k = 0; k < 4; k++)
        order[k] = (k + 2) % 4;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "clauses.c:17: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "clauses.c:17: global alloc a[*] copyin");
    int *d_order;
    hicuda_check(cudaMalloc((void **)&d_order, sizeof order), "clauses.c:18: global alloc order[*] copyin");
    hicuda_check(cudaMemcpy(d_order, order, sizeof order, cudaMemcpyHostToDevice), "clauses.c:18: global alloc order[*] copyin");
    int *d_o;
    hicuda_check(cudaMalloc((void **)&d_o, sizeof o), "clauses.c:19: global alloc o[*]");
    permuted<<<2, 32>>>(d_order, d_a, d_o);
    hicuda_launched(cudaGetLastError(), "clauses.c:20: kernel permuted tblock(2) thread(32)");
    rows<<<4, 8>>>(d_a, d_o);
    hicuda_launched(cudaGetLastError(), "clauses.c:33: kernel rows tblock(4) thread(8)");
    hicuda_check(cudaMemcpy(o, d_o, sizeof o, cudaMemcpyDeviceToHost), "clauses.c:43: global copyout o[*]");
    hicuda_check(cudaFree(d_a), "clauses.c:44: global free a order o");
    hicuda_check(cudaFree(d_order), "clauses.c:44: global free a order o");
    hicuda_check(cudaFree(d_o), "clauses.c:44: global free a order o");
    for (i = 0; i < 64; i++)
        printf("%d\n", o[i]);
    return 0;
}
