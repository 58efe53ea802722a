//@ emit: cuda cpu
//@ run: cpu
// Scalars, structs and arrays of a thread that live longer than a phase, a
// value all threads share, and a loop that all threads leave together.
#include <stdio.h>
#define N 77
struct pair { float x, y; };
static float a[N], out[N];

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

// scalars-kept-across-barriers.c:16: kernel keep
__global__ void keep(const float *__restrict__ a, float *__restrict__ out)
{
    __shared__ float a_tile[8];
    int i_begin = blockIdx.x * 26;
    int i_end = min(i_begin + 26, N);
    for (int i_base = i_begin; i_base < i_end; i_base += 8) {
        int i = i_base + threadIdx.x;
        struct pair p = {i < i_end ? a[i] : 0, 2};
        float t;
        float weights[2] = {1, 2};
        int last;
        if (i < i_end) {
            t = a[i] * 2;
            last = N / 2;
        }
        for (int first = 0; first < N - 5; first += 8) {
            a_tile[threadIdx.x] = a[first + threadIdx.x];
            __syncthreads();
            int leaves = 0;
            if (i < i_end) {
                for (int k = 0; k < 8; k++)
                    t += a_tile[k] * p.x;
                weights[1] += a_tile[0];
                if (first > last) {
                    t += 0.5f;
                    leaves = 1;
                }
            }
            if (__syncthreads_or(leaves))
                break;
            __syncthreads();
        }
        if (i < i_end)
            out[i] = t + p.y + weights[0] + weights[1];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 13;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "scalars-kept-across-barriers.c:14: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "scalars-kept-across-barriers.c:14: global alloc a[*] copyin");
    float *d_out;
    hicuda_check(cudaMalloc((void **)&d_out, sizeof out), "scalars-kept-across-barriers.c:15: global alloc out[*]");
    keep<<<3, 8>>>(d_a, d_out);
    hicuda_launched(cudaGetLastError(), "scalars-kept-across-barriers.c:16: kernel keep tblock(3) thread(8)");
    hicuda_check(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost), "scalars-kept-across-barriers.c:38: global copyout out[*]");
    hicuda_check(cudaFree(d_a), "scalars-kept-across-barriers.c:39: global free a out");
    hicuda_check(cudaFree(d_out), "scalars-kept-across-barriers.c:39: global free a out");
    for (int i = 0; i < N; i += 4)
        printf("%g\n", out[i]);
    return 0;
}
