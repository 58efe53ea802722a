//@ emit: cuda opencl
//@ run: cpu sim
// What <math.h> asks about numbers, of `float` and of `double`: each target has its own words for it.
#include <math.h>
#include <stdio.h>

#define N 64

float x[N];
double y[N];
int said[N];

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

// numbers-that-are-none.c:22: kernel ask
__global__ void ask(const float *__restrict__ x, const double *__restrict__ y, int *__restrict__ said)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    int single = (isnan(x[i]) != 0) + 2 * (isinf(x[i]) != 0) + 4 * (isfinite(x[i]) != 0) + 8 * (signbit(x[i]) != 0);
    int wide = (isnan(y[i]) != 0) + 2 * (isinf(y[i]) != 0) + 4 * (isfinite(y[i]) != 0) + 8 * (signbit(y[i]) != 0);
    int compared = (x[i] > 3.0f) + 2 * (y[i] <= x[i]) + 4 * (isnan(x[i]) + isnan(y[i]) > 0);
    float limit = y[i] > 0 ? INFINITY : NAN;
    said[i] = single + 16 * wide + 256 * compared + 2048 * (isinf(limit) != 0) + 4096 * (isnan(limit) != 0);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 4 == 0 ? NAN : i % 4 == 1 ? -INFINITY : i % 4 == 2 ? -0.0f : i - 30.0f;
        y[i] = i % 5 == 0 ? -NAN : i % 5 == 1 ? INFINITY : i % 5 == 2 ? 1e-310 : 30.0 - i;
    }
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "numbers-that-are-none.c:19: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "numbers-that-are-none.c:19: global alloc x[*] copyin");
    double *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "numbers-that-are-none.c:20: global alloc y[*] copyin");
    hicuda_check(cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice), "numbers-that-are-none.c:20: global alloc y[*] copyin");
    int *d_said;
    hicuda_check(cudaMalloc((void **)&d_said, sizeof said), "numbers-that-are-none.c:21: global alloc said[*]");
    ask<<<2, 32>>>(d_x, d_y, d_said);
    hicuda_launched(cudaGetLastError(), "numbers-that-are-none.c:22: kernel ask tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(said, d_said, sizeof said, cudaMemcpyDeviceToHost), "numbers-that-are-none.c:32: global copyout said[*]");
    hicuda_check(cudaFree(d_x), "numbers-that-are-none.c:33: global free x y said");
    hicuda_check(cudaFree(d_y), "numbers-that-are-none.c:33: global free x y said");
    hicuda_check(cudaFree(d_said), "numbers-that-are-none.c:33: global free x y said");
    for (int i = 0; i < N; i++)
        printf("%d%c", said[i], i % 16 == 15 ? '\n' : ' ');
    return 0;
}
