//@ emit: cuda cpu
//@ run: cpu
// The bounds of a section are those of the moment; `n` changes later.
#include <stdio.h>

int a[50];

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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
}

// captured-bounds.c:13: kernel number
__global__ void number(int *__restrict__ a, int n)
{
    for (int i = threadIdx.x; i < n; i += 32)
        a[i] = i + n;
}

int main(int argc, char **argv)
{
    int n = 30 + argc;
    const int a_bound = n - 1;
    hicuda_require(a_bound < 50, "captured-bounds.c:11: the section of `a` ends beyond the array");
    hicuda_require(0 <= a_bound + 1, "captured-bounds.c:11: the section of `a` ends before it starts");
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(int) * (a_bound + 1)), "captured-bounds.c:11: global alloc a[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(int) * (a_bound + 1), cudaMemcpyHostToDevice), "captured-bounds.c:11: global alloc a[0:n-1] copyin");
    n = n - 10;
    number<<<1, 32>>>(d_a, n);
    hicuda_launched(cudaGetLastError(), "captured-bounds.c:13: kernel number tblock(1) thread(32)");
    hicuda_require(n - 1 <= a_bound, "captured-bounds.c:18: the section of `a` ends beyond the section on the device");
    hicuda_require(0 <= n, "captured-bounds.c:18: the section of `a` ends before it starts");
    hicuda_check(cudaMemcpy(a, d_a, sizeof(int) * n, cudaMemcpyDeviceToHost), "captured-bounds.c:18: global copyout a[0:n-1]");
    hicuda_check(cudaFree(d_a), "captured-bounds.c:19: global free a");
    printf("%d %d %d\n", a[0], a[20], a[21]);
    return argv == NULL;
}
