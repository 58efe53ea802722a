//@ emit: cuda cpu
//@ run: cpu
// What differs between iterations stays inside the copies: bounds that depend
// on the index, conditions, `continue`, variables of the host, local arrays.
#include <stdio.h>

#define N 150

struct pair { int low, high; };

int a[N], b[N], c[N], d[N];

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

// each-copy-its-own-way.c:22: kernel triangle
__global__ void triangle(const int *__restrict__ a, int *__restrict__ b, int *__restrict__ c, int *__restrict__ d)
{
    int last;
    int best;
    for (int i = blockIdx.x * 32 + threadIdx.x; i < N; i += 64) {
        #pragma unroll
        for (int u = 0; u < 2; u++) {
            if (i + 16 * u < N) {
                last = 0;
                for (int k = 0; k <= i + 16 * u; k++)
                    last += a[k];
                b[i + 16 * u] = last;
            }
        }
    }
    {
        int i = N - 1 - (blockIdx.x * 38 + threadIdx.x) * 2;
        #pragma unroll
        for (int u = 0; u < 3; u++) {
            if (threadIdx.x + 16 * u < 38 && i - 32 * u >= 0) {
                if (a[i - 32 * u] % 2)
                    continue;
                best = a[i - 32 * u];
                for (int k = 0; k < 4; k++) {
                    if (a[k] > best)
                        best = a[k];
                }
                c[i - 32 * u] = best;
            }
        }
    }
    int i_begin = blockIdx.x * 75;
    for (int i = i_begin + threadIdx.x; i < i_begin + 75; i += 48) {
        struct pair ends[3];
        int part[3][3];
        int steps[3];
        #pragma unroll
        for (int u = 0; u < 3; u++) {
            if (i + 16 * u < i_begin + 75) {
                struct pair ends_start = {a[i + 16 * u], i + 16 * u};
                ends[u] = ends_start;
                int part_start[3] = {1, a[i + 16 * u]};
                for (int element0 = 0; element0 < 3; element0++)
                    part[u][element0] = part_start[element0];
                steps[u] = 0;
            }
        }
        #pragma unroll
        for (int k = 0; k < 3; k++) {
            #pragma unroll
            for (int u = 0; u < 3; u++) {
                if (i + 16 * u < i_begin + 75) {
                    part[u][k] += k;
                    ends[u].low += part[u][k];
                    if (ends[u].low % 3 == 0) {
                        steps[u]++;
                        ends[u].high -= k;
                    }
                }
            }
        }
        #pragma unroll
        for (int u = 0; u < 3; u++) {
            if (i + 16 * u < i_begin + 75) {
                while (steps[u] > 0) {
                    ends[u].low *= 2;
                    steps[u]--;
                }
                d[i + 16 * u] = ends[u].low - ends[u].high;
            }
        }
    }
}

int main(void)
{
    int i, best;
    for (i = 0; i < N; i++)
        a[i] = (i * 37) % 101;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "each-copy-its-own-way.c:18: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "each-copy-its-own-way.c:18: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "each-copy-its-own-way.c:19: global alloc b[*]");
    int *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "each-copy-its-own-way.c:20: global alloc c[*] //~ R2049 `c`");
    hicuda_check(cudaMemcpy(d_c, c, sizeof c, cudaMemcpyHostToDevice), "each-copy-its-own-way.c:20: global alloc c[*] //~ R2049 `c`");
    int *d_d;
    hicuda_check(cudaMalloc((void **)&d_d, sizeof d), "each-copy-its-own-way.c:21: global alloc d[*] copyin");
    hicuda_check(cudaMemcpy(d_d, d, sizeof d, cudaMemcpyHostToDevice), "each-copy-its-own-way.c:21: global alloc d[*] copyin");
    triangle<<<2, 16>>>(d_a, d_b, d_c, d_d);
    hicuda_launched(cudaGetLastError(), "each-copy-its-own-way.c:22: kernel triangle tblock(2) thread(16)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "each-copy-its-own-way.c:60: global copyout b[*]");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "each-copy-its-own-way.c:61: global copyout c[*]");
    hicuda_check(cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost), "each-copy-its-own-way.c:62: global copyout d[*]");
    hicuda_check(cudaFree(d_a), "each-copy-its-own-way.c:63: global free a b c d");
    hicuda_check(cudaFree(d_b), "each-copy-its-own-way.c:63: global free a b c d");
    hicuda_check(cudaFree(d_c), "each-copy-its-own-way.c:63: global free a b c d");
    hicuda_check(cudaFree(d_d), "each-copy-its-own-way.c:63: global free a b c d");
    unsigned check = 0;
    for (i = 0; i < N; i++) {
        check = check * 31u + (unsigned)(b[i] + d[i]);
        if (i % 2 && a[i] % 2 == 0)
            check += (unsigned)c[i];
    }
    printf("%u\n", check);
    return 0;
}
