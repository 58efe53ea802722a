//@ emit: cuda cpu
//@ run: cpu
// Arrays of an iteration's own, in the kernel and in a function it calls.
#include <stdio.h>

#define N 32
#define BINS 6

unsigned char image[N * 16];
int median[N], histogram[N][BINS];

__device__ static void sort(int *v, int n)
{
    for (int i = 1; i < n; i++) {
        int key = v[i], j = i - 1;
        for (; j >= 0 && v[j] > key; j--)
            v[j + 1] = v[j];
        v[j + 1] = key;
    }
}

__device__ static int middle_of(const unsigned char *p, int n)
{
    int v[16];
    for (int i = 0; i < n; i++)
        v[i] = p[i];
    sort(v, n);
    return v[n / 2];
}

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

// local-arrays.c:38: kernel sorted
__global__ void sorted(const unsigned char *__restrict__ image, int *__restrict__ median, int (*__restrict__ histogram)[6])
{
    int i = blockIdx.x * 8 + threadIdx.x;
    int counts[6] = {0};
    median[i] = middle_of(image + i * 16, 16);
    for (int k = 0; k < 16; k++)
        counts[image[i * 16 + k] % BINS]++;
    for (int b = 0; b < BINS; b++)
        histogram[i][b] = counts[b];
}

int main(void)
{
    for (int i = 0; i < N * 16; i++)
        image[i] = i * i % 251;
    unsigned char *d_image;
    hicuda_check(cudaMalloc((void **)&d_image, sizeof image), "local-arrays.c:35: global alloc image[*] copyin");
    hicuda_check(cudaMemcpy(d_image, image, sizeof image, cudaMemcpyHostToDevice), "local-arrays.c:35: global alloc image[*] copyin");
    int *d_median;
    hicuda_check(cudaMalloc((void **)&d_median, sizeof median), "local-arrays.c:36: global alloc median[*]");
    int (*d_histogram)[6];
    hicuda_check(cudaMalloc((void **)&d_histogram, sizeof histogram), "local-arrays.c:37: global alloc histogram[*][*]");
    sorted<<<4, 8>>>(d_image, d_median, d_histogram);
    hicuda_launched(cudaGetLastError(), "local-arrays.c:38: kernel sorted tblock(4) thread(8)");
    hicuda_check(cudaMemcpy(median, d_median, sizeof median, cudaMemcpyDeviceToHost), "local-arrays.c:49: global copyout median[*]");
    hicuda_check(cudaMemcpy(histogram, d_histogram, sizeof histogram, cudaMemcpyDeviceToHost), "local-arrays.c:50: global copyout histogram[*][*]");
    hicuda_check(cudaFree(d_image), "local-arrays.c:51: global free image median histogram");
    hicuda_check(cudaFree(d_median), "local-arrays.c:51: global free image median histogram");
    hicuda_check(cudaFree(d_histogram), "local-arrays.c:51: global free image median histogram");
    long total = 0;
    for (int i = 0; i < N; i++)
        for (int b = 0; b < BINS; b++)
            total = total * 5 % 1000003 + histogram[i][b] + median[i];
    printf("%ld\n", total);
    return 0;
}
