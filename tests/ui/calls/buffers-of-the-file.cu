//@ emit: cuda cpu
//@ run: cpu
// A buffer of the file that each call fills before it reads it is the thread's own.
#include <stdio.h>
static float work[8];
static float median(const float *x) {
    for (int k = 0; k < 8; k++) work[k] = x[k];
    for (int i = 1; i < 8; i++) {
        float v = work[i]; int j = i;
        while (j > 0 && work[j - 1] > v) { work[j] = work[j - 1]; j--; }
        work[j] = v;
    }
    return (work[3] + work[4]) / 2;
}
__device__ static int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
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

__device__ static float median_in_kernel(const float *x)
{
    float work[8];
    for (int k = 0; k < 8; k++)
        work[k] = x[k];
    for (int i = 1; i < 8; i++) {
        float v = work[i];
        int j = i;
        while (j > 0 && work[j - 1] > v) {
            work[j] = work[j - 1];
            j--;
        }
        work[j] = v;
    }
    return (work[3] + work[4]) / 2;
}

// buffers-of-the-file.c:23: kernel med
__global__ void med(const float *__restrict__ x, float *__restrict__ y)
{
    int i = blockIdx.x * 50 + threadIdx.x;
    y[i] = median_in_kernel(x + i);
}

// buffers-of-the-file.c:27: kernel cl
__global__ void cl(float *__restrict__ z, const float *__restrict__ x)
{
    int i = blockIdx.x * 50 + threadIdx.x;
    int a = clampi(i - 3, 0, 199), b = clampi(i + 3, 0, 199);
    z[i] = x[a] + x[b];
}

int main(void) {
    enum { N = 200 };
    float x[N + 8], y[N], z[N];
    for (int i = 0; i < N + 8; i++) x[i] = (i * 37) % 101;
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "buffers-of-the-file.c:20: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "buffers-of-the-file.c:20: global alloc x[*] copyin");
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "buffers-of-the-file.c:21: global alloc y[*]");
    float *d_z;
    hicuda_check(cudaMalloc((void **)&d_z, sizeof z), "buffers-of-the-file.c:22: global alloc z[*]");
    med<<<4, 50>>>(d_x, d_y);
    hicuda_launched(cudaGetLastError(), "buffers-of-the-file.c:23: kernel med tblock(4) thread(50)");
    cl<<<4, 50>>>(d_z, d_x);
    hicuda_launched(cudaGetLastError(), "buffers-of-the-file.c:27: kernel cl tblock(4) thread(50)");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "buffers-of-the-file.c:34: global copyout y[*]");
    hicuda_check(cudaMemcpy(z, d_z, sizeof z, cudaMemcpyDeviceToHost), "buffers-of-the-file.c:35: global copyout z[*]");
    hicuda_check(cudaFree(d_x), "buffers-of-the-file.c:36: global free x y z");
    hicuda_check(cudaFree(d_y), "buffers-of-the-file.c:36: global free x y z");
    hicuda_check(cudaFree(d_z), "buffers-of-the-file.c:36: global free x y z");
    float s = 0, t = 0;
    for (int i = 0; i < N; i++) { s += y[i] * (i % 3); t += z[i] * (i % 5); }
    printf("%g %g\n", s, t);
    return 0;
}
