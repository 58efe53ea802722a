//@ emit: cuda
//@ run: cpu sim
// Where every thread has all of its iterations, and everything is inside, windows need no test and leave nothing behind.
#include <stdio.h>

#define N 64

static int image[N + 8], mask[8], sums[N];

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

// every-thread-is-whole.c:20: kernel match
__global__ void match(const int *__restrict__ image, const int *__restrict__ mask, int *__restrict__ sums)
{
    int n = blockIdx.x * 32 + threadIdx.x * 8;
    int sum[8];
    int image_now[8];
    #pragma unroll
    for (int k = 0; k < 8; k += 4)
        memcpy(&image_now[k], __builtin_assume_aligned(&image[n + 8 + k], 16), 16);
    #pragma unroll
    for (int u = 0; u < 8; u++)
        sum[u] = image_now[u];
    for (int j = 0; j < 1; j += 8) {
        int image_now2[16];
        #pragma unroll
        for (int k = 0; k < 16; k += 4)
            memcpy(&image_now2[k], __builtin_assume_aligned(&image[j + n + k], 16), 16);
        #pragma unroll
        for (int s = 0; s < 8; s++) {
            if (mask[j + s] != 0) {
                #pragma unroll
                for (int u = 0; u < 8; u++)
                    sum[u] += image_now2[s + u] * (j + s);
            }
        }
    }
    #pragma unroll
    for (int u = 0; u < 8; u++)
        sums[n + u] = sum[u];
}

int main(void)
{
    long total = 0;
    for (int i = 0; i < N + 8; i++)
        image[i] = i * i % 23;
    for (int j = 0; j < 8; j++)
        mask[j] = j % 3;
    int *d_image;
    hicuda_check(cudaMalloc((void **)&d_image, sizeof image), "every-thread-is-whole.c:17: global alloc image[*] copyin");
    hicuda_check(cudaMemcpy(d_image, image, sizeof image, cudaMemcpyHostToDevice), "every-thread-is-whole.c:17: global alloc image[*] copyin");
    int *d_mask;
    hicuda_check(cudaMalloc((void **)&d_mask, sizeof mask), "every-thread-is-whole.c:18: global alloc mask[*] copyin");
    hicuda_check(cudaMemcpy(d_mask, mask, sizeof mask, cudaMemcpyHostToDevice), "every-thread-is-whole.c:18: global alloc mask[*] copyin");
    int *d_sums;
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "every-thread-is-whole.c:19: global alloc sums[*]");
    match<<<2, 4>>>(d_image, d_mask, d_sums);
    hicuda_launched(cudaGetLastError(), "every-thread-is-whole.c:20: kernel match tblock(2) thread(4)");
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "every-thread-is-whole.c:30: global copyout sums[*]");
    hicuda_check(cudaFree(d_image), "every-thread-is-whole.c:31: global free image mask sums");
    hicuda_check(cudaFree(d_mask), "every-thread-is-whole.c:31: global free image mask sums");
    hicuda_check(cudaFree(d_sums), "every-thread-is-whole.c:31: global free image mask sums");
    for (int n = 0; n < N; n++)
        total += sums[n] * (n + 1);
    printf("%ld\n", total);
    return 0;
}
