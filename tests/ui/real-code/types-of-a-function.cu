//@ emit: cuda cpu
//@ run: cpu
// Types and enumerators that a function declares for itself.
#include <stdio.h>
typedef struct { float x, y; } P;

struct Q { int k; P p; };

enum { N = 64, M = 4 };

enum mode { A = 3, B };

#include <cuda_runtime.h>
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

cudaError_t launch_k(dim3 grid, dim3 block, const P *a, struct Q *q, float *r, enum mode md);

int main(void) {
    P a[N]; struct Q q[N]; float r[N];
    enum mode md = B;
    for (int i = 0; i < N; i++) { a[i].x = i; a[i].y = 2 * i; q[i].k = i % M; q[i].p = a[i]; }
    P *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "types-of-a-function.c:13: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "types-of-a-function.c:13: global alloc a[*] copyin");
    struct Q *d_q;
    hicuda_check(cudaMalloc((void **)&d_q, sizeof q), "types-of-a-function.c:14: global alloc q[*] copyin");
    hicuda_check(cudaMemcpy(d_q, q, sizeof q, cudaMemcpyHostToDevice), "types-of-a-function.c:14: global alloc q[*] copyin");
    float *d_r;
    hicuda_check(cudaMalloc((void **)&d_r, sizeof r), "types-of-a-function.c:15: global alloc r[*]");
    hicuda_launched(launch_k((dim3){2, 1, 1}, (dim3){32, 1, 1}, d_a, d_q, d_r, md), "types-of-a-function.c:16: kernel k tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(r, d_r, sizeof r, cudaMemcpyDeviceToHost), "types-of-a-function.c:25: global copyout r[*]");
    hicuda_check(cudaFree(d_a), "types-of-a-function.c:26: global free a q r");
    hicuda_check(cudaFree(d_q), "types-of-a-function.c:26: global free a q r");
    hicuda_check(cudaFree(d_r), "types-of-a-function.c:26: global free a q r");
    float s = 0; for (int i = 0; i < N; i++) s += r[i] * (i % 7);
    printf("%g\n", s);
    return 0;
}
struct P {
    float x;
    float y;
};
typedef struct P P;
struct Q {
    int k;
    P p;
};
enum unnamed_11 {
    N = 64,
    M = 4,
};
enum mode {
    A = 3,
    B,
};

// types-of-a-function.c:16: kernel k
__global__ void k(const P *__restrict__ a, struct Q *__restrict__ q, float *__restrict__ r, enum mode md)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    P t = a[i];
    struct Q *z = &q[N - 1 - i];
    switch (z->k) {
    case M - 1:
        t.x += A;
        break;
    case 0:
        t.y -= md;
        break;
    default:
        break;
    }
    r[i] = t.x * z->p.y + t.y + (md == B ? 1 : 0);
}

extern "C" cudaError_t launch_k(dim3 grid, dim3 block, const P *a, struct Q *q, float *r, enum mode md)
{
    k<<<grid, block>>>(a, q, r, md);
    return cudaGetLastError();
}
