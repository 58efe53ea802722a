//@ run: cpu
//@ emit: cuda
// `1.0f / sqrtf(x)` where `x` is known not to be near zero is a short function that is exact; elsewhere it stays.
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 1000

static float x[N], y[N], near[N], far[N], plain[N];

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

// 1.0f / sqrtf(x) to the last bit, from one approximation, for x that is not near zero.
__device__ static float inverse_root(float x)
{
    float approximate = rsqrtf(x);
    float root = x * approximate;
    root = fmaf(fmaf(-root, root, x), 0.5f * approximate, root);
    float inverse = fmaf(fmaf(-root, approximate, 1.0f), approximate, approximate);
    inverse = fmaf(fmaf(-root, inverse, 1.0f), inverse, inverse);
    if ((__float_as_uint(root) & 8388607) == 8388607)
        inverse = inverse * 1.00000012f;
    return x > 3.40282347e38f ? 0.0f : inverse;
}

// inverse-root.c:25: kernel inverses
__global__ void inverses(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ near, float *__restrict__ far, float *__restrict__ plain)
{
    int i_begin = blockIdx.x * 125;
    for (int i = i_begin + threadIdx.x; i < i_begin + 125; i += 64) {
        float d = x[i] * x[i] + y[i] * y[i] + 0.01f;
        near[i] = inverse_root(d);
        far[i] = inverse_root(fabsf(y[i]) + (x[i] * x[i] + 2.0f));
        float changed = 4.0f;
        changed -= y[i];
        plain[i] = 1.0f / sqrtf(changed);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = (float)(i * 7919 % 1009) * 0.37f;
        y[i] = i % 5 ? 0.0f : -x[i];
    }
    // The square overflows, and the inverse of its root is zero.
    x[17] = 1e30f;
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "inverse-root.c:20: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "inverse-root.c:20: global alloc x[*] copyin");
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "inverse-root.c:21: global alloc y[*] copyin");
    hicuda_check(cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice), "inverse-root.c:21: global alloc y[*] copyin");
    float *d_near;
    hicuda_check(cudaMalloc((void **)&d_near, sizeof near), "inverse-root.c:22: global alloc near[*]");
    float *d_far;
    hicuda_check(cudaMalloc((void **)&d_far, sizeof far), "inverse-root.c:23: global alloc far[*]");
    float *d_plain;
    hicuda_check(cudaMalloc((void **)&d_plain, sizeof plain), "inverse-root.c:24: global alloc plain[*]");
    inverses<<<8, 64>>>(d_x, d_y, d_near, d_far, d_plain);
    hicuda_launched(cudaGetLastError(), "inverse-root.c:25: kernel inverses tblock(8) thread(64)");
    hicuda_check(cudaMemcpy(near, d_near, sizeof near, cudaMemcpyDeviceToHost), "inverse-root.c:36: global copyout near[*]");
    hicuda_check(cudaMemcpy(far, d_far, sizeof far, cudaMemcpyDeviceToHost), "inverse-root.c:37: global copyout far[*]");
    hicuda_check(cudaMemcpy(plain, d_plain, sizeof plain, cudaMemcpyDeviceToHost), "inverse-root.c:38: global copyout plain[*]");
    hicuda_check(cudaFree(d_x), "inverse-root.c:39: global free x y near far plain");
    hicuda_check(cudaFree(d_y), "inverse-root.c:39: global free x y near far plain");
    hicuda_check(cudaFree(d_near), "inverse-root.c:39: global free x y near far plain");
    hicuda_check(cudaFree(d_far), "inverse-root.c:39: global free x y near far plain");
    hicuda_check(cudaFree(d_plain), "inverse-root.c:39: global free x y near far plain");
    unsigned all = 0;
    for (int i = 0; i < N; i++) {
        unsigned bits[3];
        memcpy(&bits[0], &near[i], 4);
        memcpy(&bits[1], &far[i], 4);
        memcpy(&bits[2], &plain[i], 4);
        all = all * 31 + bits[0];
        all = all * 31 + bits[1];
        all = all * 31 + bits[2];
    }
    printf("%08x %g %g\n", all, near[17], near[0]);
    return 0;
}
