//@ emit: cuda
//@ run: cpu
// Iterations run at once leave the inner loop each by its own condition.
#include <stdio.h>

#define N 64

int key[N], sums[N][8];

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

// continue-in-an-inner-loop.c:16: kernel add
__global__ void add(const int *__restrict__ key, int (*__restrict__ sums)[8])
{
    int i_begin = blockIdx.x * 32;
    for (int i = i_begin + threadIdx.y; i < i_begin + 32; i += 16) {
        #pragma unroll
        for (int u = 0; u < 2; u++)
            for (int j = threadIdx.x; j < 8; j += 4) {
                if (key[i + 8 * u] > 5)
                    continue;
                int sum = 0;
                for (int k = 0; k < 4; k++)
                    sum += i + 8 * u + j * k;
                sums[i + 8 * u][j] = sum;
            }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        key[i] = i * 7 % 10;
    int *d_key;
    hicuda_check(cudaMalloc((void **)&d_key, sizeof key), "continue-in-an-inner-loop.c:14: global alloc key[*] copyin");
    hicuda_check(cudaMemcpy(d_key, key, sizeof key, cudaMemcpyHostToDevice), "continue-in-an-inner-loop.c:14: global alloc key[*] copyin");
    int (*d_sums)[8];
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "continue-in-an-inner-loop.c:15: global alloc sums[*][*] clear");
    hicuda_check(cudaMemset(d_sums, 0, sizeof sums), "continue-in-an-inner-loop.c:15: global alloc sums[*][*] clear");
    add<<<2, dim3(4, 8)>>>(d_key, d_sums);
    hicuda_launched(cudaGetLastError(), "continue-in-an-inner-loop.c:16: kernel add tblock(2) thread(8, 4)");
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "continue-in-an-inner-loop.c:30: global copyout sums[*][*]");
    hicuda_check(cudaFree(d_key), "continue-in-an-inner-loop.c:31: global free key sums");
    hicuda_check(cudaFree(d_sums), "continue-in-an-inner-loop.c:31: global free key sums");
    unsigned hash = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 8; j++)
            hash = hash * 31 + sums[i][j];
    printf("%u\n", hash);
    return 0;
}
