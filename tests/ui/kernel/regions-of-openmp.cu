//@ emit: cuda cpu
//@ run: cpu sim
// Threads of OpenMP would each launch the kernels of what they run: such regions run once, as the program says
// without OpenMP. Other regions keep their threads, and the variables that only pragmas name.
#include <stdio.h>
#define N 64
int a[N];
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

cudaError_t launch_k2(dim3 grid, dim3 block, int *b);

static void twice(int *b)
{
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(int) * 64), "regions-of-openmp.c:10: global alloc b[0:N-1] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof(int) * 64, cudaMemcpyHostToDevice), "regions-of-openmp.c:10: global alloc b[0:N-1] copyin");
    hicuda_launched(launch_k2((dim3){1, 1, 1}, (dim3){64, 1, 1}, d_b), "regions-of-openmp.c:11: kernel k2 tblock(1) thread(64)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof(int) * 64, cudaMemcpyDeviceToHost), "regions-of-openmp.c:15: global copyout b[0:N-1]");
    hicuda_check(cudaFree(d_b), "regions-of-openmp.c:16: global free b");
}
cudaError_t launch_k(dim3 grid, dim3 block, int *a);

int main(void)
{
    int i, j;
    for (i = 0; i < N; i++) a[i] = i;
    {
        int *d_a;
        hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "regions-of-openmp.c:24: global alloc a[*] copyin");
        hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "regions-of-openmp.c:24: global alloc a[*] copyin");
        hicuda_launched(launch_k((dim3){1, 1, 1}, (dim3){64, 1, 1}, d_a), "regions-of-openmp.c:25: kernel k tblock(1) thread(64)");
        hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "regions-of-openmp.c:29: global copyout a[*]");
        hicuda_check(cudaFree(d_a), "regions-of-openmp.c:30: global free a");
    }
    for (i = 0; i < 4; i++)
        twice(a);
    switch (a[0]) {
    case 5:
        twice(a);
    }
    goto last;
last:
    twice(a);
    {
        twice(a);
        a[0]++;
    }
    int s = 0;
#pragma omp parallel for private(i, j) reduction(+:s) num_threads(4)
    for (i = 0; i < N; i++)
        s += a[i];
    // Nobody shares `s` any more, and compilers refuse the clause.
    {
        twice(a);
        for (i = 0; i < N; i++)
            s += a[i];
    }
    printf("%d %d %d\n", a[0], a[63], s);
    return 0;
}
// regions-of-openmp.c:11: kernel k2
__global__ void k2(int *__restrict__ b)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    b[i] += 1;
}

extern "C" cudaError_t launch_k2(dim3 grid, dim3 block, int *b)
{
    k2<<<grid, block>>>(b);
    return cudaGetLastError();
}

// regions-of-openmp.c:25: kernel k
__global__ void k(int *__restrict__ a)
{
    int j = blockIdx.x * 64 + threadIdx.x;
    a[j] += 1;
}

extern "C" cudaError_t launch_k(dim3 grid, dim3 block, int *a)
{
    k<<<grid, block>>>(a);
    return cudaGetLastError();
}
