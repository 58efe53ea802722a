//@ emit: cuda
//@ fix: diff
//@ run: cpu
// A kernel without sizes that only streams has four columns for each thread, in rows of 64 threads.
#include <stdio.h>
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

// streaming-sizes.c:19: kernel scale
__global__ void scale(int *__restrict__ a, const int *__restrict__ f, int n)
{
    for (int i = blockIdx.y * 4 + threadIdx.y; i < n; i += gridDim.y * 4) {
        int j = blockIdx.x * 256 + threadIdx.x;
        if (j + 192 < n) {
            #pragma unroll
            for (int u = 0; u < 4; u++)
                a[i * n + (j + 64 * u)] = a[i * n + (j + 64 * u)] * f[i];
        } else {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (j + 64 * u < n)
                    a[i * n + (j + 64 * u)] = a[i * n + (j + 64 * u)] * f[i];
            }
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300, wrong = 0;
    int *a = (int *)malloc(sizeof(int) * n * n), *f = (int *)malloc(sizeof(int) * n);
    for (int i = 0; i < n; i++)
        f[i] = i % 5;
    for (int i = 0; i < n * n; i++)
        a[i] = i;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(int) * n * n), "streaming-sizes.c:17: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(int) * n * n, cudaMemcpyHostToDevice), "streaming-sizes.c:17: global alloc a[*][*] copyin");
    int *d_f;
    hicuda_check(cudaMalloc((void **)&d_f, sizeof(int) * n), "streaming-sizes.c:18: global alloc f[*] copyin");
    hicuda_check(cudaMemcpy(d_f, f, sizeof(int) * n, cudaMemcpyHostToDevice), "streaming-sizes.c:18: global alloc f[*] copyin");
    if ((n + 3) / 4 > 0 && (n + 255) / 256 > 0) {
        scale<<<dim3((n + 255) / 256, (n + 3) / 4 < 65535 ? (n + 3) / 4 : 65535), dim3(64, 4)>>>(d_a, d_f, n);
        hicuda_launched(cudaGetLastError(), "streaming-sizes.c:19: kernel scale");
    }
    hicuda_check(cudaMemcpy(a, d_a, sizeof(int) * n * n, cudaMemcpyDeviceToHost), "streaming-sizes.c:26: global copyout a[*][*]");
    hicuda_check(cudaFree(d_a), "streaming-sizes.c:27: global free a f");
    hicuda_check(cudaFree(d_f), "streaming-sizes.c:27: global free a f");
    for (int i = 0; i < n * n; i++)
        wrong += a[i] != i * (i / n % 5);
    printf("%d wrong\n", wrong);
    return 0;
}
