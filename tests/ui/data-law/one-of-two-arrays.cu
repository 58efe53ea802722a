//@ emit: cuda opencl
//@ run: cpu sim
// All directives by one name are about one array, whichever it is: nothing is in doubt.
#include <stdio.h>

int first[64], second[64];

struct grid {
    int n;
    int *from, *to;
};

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

// one-of-two-arrays.c:18: kernel stepping
__global__ void stepping(int *__restrict__ g_to, const int *__restrict__ g_from, int n)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16)
        g_to[i] = g_from[i] + i;
}

static void step(struct grid g)
{
    int n = g.n;
    hicuda_require(0 <= n, "one-of-two-arrays.c:16: the section of `g.from` ends before it starts");
    int *d_g_from;
    hicuda_check(cudaMalloc((void **)&d_g_from, sizeof(int) * n), "one-of-two-arrays.c:16: global alloc g.from[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_g_from, g.from, sizeof(int) * n, cudaMemcpyHostToDevice), "one-of-two-arrays.c:16: global alloc g.from[0:n-1] copyin");
    hicuda_require(0 <= n, "one-of-two-arrays.c:17: the section of `g.to` ends before it starts");
    hicuda_require((char *)&g.from[n] <= (char *)&g.to[0] || (char *)&g.to[n] <= (char *)&g.from[0], "one-of-two-arrays.c:17: `g.to` overlaps `g.from`, which line 16 has on the device already");
    int *d_g_to;
    hicuda_check(cudaMalloc((void **)&d_g_to, sizeof(int) * n), "one-of-two-arrays.c:17: global alloc g.to[0:n-1]");
    stepping<<<4, 16>>>(d_g_to, d_g_from, n);
    hicuda_launched(cudaGetLastError(), "one-of-two-arrays.c:18: kernel stepping tblock(4) thread(16)");
    hicuda_check(cudaMemcpy(g.to, d_g_to, sizeof(int) * n, cudaMemcpyDeviceToHost), "one-of-two-arrays.c:23: global copyout g.to[*]");
    hicuda_check(cudaFree(d_g_from), "one-of-two-arrays.c:24: global free g.from g.to");
    hicuda_check(cudaFree(d_g_to), "one-of-two-arrays.c:24: global free g.from g.to");
}

// one-of-two-arrays.c:33: kernel squaring
__global__ void squaring(int *__restrict__ one, int n)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16)
        one[i] = one[i] * one[i];
}

int main(int argc, char **argv)
{
    int n = 64, *one = argc > 1 ? first : second;
    for (int i = 0; i < n; i++)
        first[i] = i, second[i] = 100 - i;
    int *d_one;
    hicuda_check(cudaMalloc((void **)&d_one, sizeof(int) * n), "one-of-two-arrays.c:32: global alloc one[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_one, one, sizeof(int) * n, cudaMemcpyHostToDevice), "one-of-two-arrays.c:32: global alloc one[0:n-1] copyin");
    squaring<<<4, 16>>>(d_one, n);
    hicuda_launched(cudaGetLastError(), "one-of-two-arrays.c:33: kernel squaring tblock(4) thread(16)");
    hicuda_check(cudaMemcpy(one, d_one, sizeof(int) * n, cudaMemcpyDeviceToHost), "one-of-two-arrays.c:38: global copyout one[*]");
    hicuda_check(cudaFree(d_one), "one-of-two-arrays.c:39: global free one");
    printf("%d %d\n", first[7], second[7]);
    for (int t = 0; t < 3; t++) {
        struct grid g = { n, t & 1 ? first : second, t & 1 ? second : first };
        step(g);
        printf("%d %d\n", g.from[9], g.to[9]);
    }
    return 0;
}
