//@ emit: cuda cpu
//@ run: cpu h200
// The copies move into the loop over k, and the sum becomes a register each.
#include <stdio.h>

#define N 200
#define M 24

int a[N][M], x[M], y[N];

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

// rows-of-a-product.c:16: kernel rows
__global__ void rows(const int (*__restrict__ a)[24], const int *__restrict__ x, int *__restrict__ y, int m)
{
    int i_begin = blockIdx.x * 67;
    int i_end = min(i_begin + 67, N);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 64) {
        int sum[4];
        #pragma unroll
        for (int u = 0; u < 4; u++)
            sum[u] = 0;
        int half = m / 2;
        for (int k = 0; k < half; k++) {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (i + 16 * u < i_end)
                    sum[u] += a[i + 16 * u][k] * x[k];
            }
        }
        for (int k = half; k < m; k++) {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (i + 16 * u < i_end)
                    sum[u] -= a[i + 16 * u][k] * x[k];
            }
        }
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + 16 * u < i_end)
                y[i + 16 * u] = sum[u];
        }
    }
}

void product(int m)
{
    int (*d_a)[24];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "rows-of-a-product.c:13: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "rows-of-a-product.c:13: global alloc a[*][*] copyin");
    int *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "rows-of-a-product.c:14: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "rows-of-a-product.c:14: global alloc x[*] copyin");
    int *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "rows-of-a-product.c:15: global alloc y[*]");
    rows<<<3, 16>>>(d_a, d_x, d_y, m);
    hicuda_launched(cudaGetLastError(), "rows-of-a-product.c:16: kernel rows tblock(3) thread(16)");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "rows-of-a-product.c:28: global copyout y[*]");
    hicuda_check(cudaFree(d_a), "rows-of-a-product.c:29: global free a x y");
    hicuda_check(cudaFree(d_x), "rows-of-a-product.c:29: global free a x y");
    hicuda_check(cudaFree(d_y), "rows-of-a-product.c:29: global free a x y");
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < M; k++)
            a[i][k] = (i * 3 + k * 5) % 17 - 8;
    for (int k = 0; k < M; k++)
        x[k] = k - 7;
    product(M);
    unsigned check = 0;
    for (int i = 0; i < N; i++)
        check = check * 31u + (unsigned)y[i];
    printf("%d %d %u\n", y[0], y[199], check);
    return 0;
}
