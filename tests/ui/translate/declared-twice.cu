// What C allows in a host and C++ does not: a variable that is declared several times, members in another order, strings
// that fill members, calls without a prototype.
//@ run: cpu sim
//@ emit: cuda
#include <stdio.h>

struct size {
    int rows, columns;
};

int steps;
int steps = 3;
static struct size size = {.columns = 8, .rows = 4};
struct word {
    char letters[2];
} word = {"ab"};
float a[64];

static int twice(n)
int n;
{
    return 2 * n;
}

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

cudaError_t launch_scale(dim3 grid, dim3 block, float *a);

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "declared-twice.c:29: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "declared-twice.c:29: global alloc a[*] copyin");
    hicuda_launched(launch_scale((dim3){2, 1, 1}, (dim3){32, 1, 1}, d_a), "declared-twice.c:30: kernel scale tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "declared-twice.c:35: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "declared-twice.c:36: global free a");
    int (*call)() = twice;
    printf("%g %d %d %c %d\n", a[63], steps, size.rows * size.columns, word.letters[1], call(4));
    return 0;
}
// declared-twice.c:30: kernel scale
__global__ void scale(float *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    a[i] *= 2;
}

extern "C" cudaError_t launch_scale(dim3 grid, dim3 block, float *a)
{
    scale<<<grid, block>>>(a);
    return cudaGetLastError();
}
