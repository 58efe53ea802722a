//@ run: cpu
// Kernels are defined behind `main`, a launch is left out, and nvcc includes C's headers by itself.
#include <stdio.h>

void check(cudaError error);
__global__ void halves(float *a, int n);
static __global__ void roots(float *a, int n);

int main(void)
{
    const int n = 6;
    float a[n], *d;
    float *mapped, *alias;
    for (int i = 0; i < n; i++)
        a[i] = fabs(-2.0f * i) * i;
    check(cudaMalloc((void **)&d, sizeof a));
    check(cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice));
    halves<<<1, n>>>(d, n);
#ifdef TWICE
    halves<<<dim3(1), n>>>(d, n);
#endif
    roots<<<1, n>>>(d, n);
    check(cudaGetLastError());
    check(cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        printf("%g ", a[i]);
    printf("\n");
    // Memory of the host's that the device sees.
    check(cudaHostAlloc((void **)&mapped, n * sizeof(float), cudaHostAllocMapped));
    for (int i = 0; i < n; i++)
        mapped[i] = i;
    check(cudaHostGetDevicePointer((void **)&alias, mapped, 0));
    halves<<<1, n>>>(alias, n);
    check(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++)
        printf("%g ", mapped[i]);
    printf("\n");
    check(cudaFreeHost(mapped));
    return EXIT_SUCCESS;
}

void check(cudaError error)
{
    if (error != cudaSuccess)
        exit(EXIT_FAILURE);
}

__global__ void halves(float *a, int n)
{
    if (threadIdx.x < n)
        a[threadIdx.x] /= 2;
}

static __global__ void roots(float *a, int n)
{
    if (threadIdx.x < n)
        a[threadIdx.x] = sqrtf(a[threadIdx.x]);
}
