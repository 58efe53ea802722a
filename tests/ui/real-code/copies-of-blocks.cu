//@ emit: cuda cpu
//@ run: cpu
// `memcpy` and `memset` of elements are assignments.
#include <stdio.h>
#include <string.h>
typedef struct { float v[4]; int id; } Item;
static void copy_item(Item *d, const Item *s)
{
    memcpy(d, s, sizeof *d);
    memset(d->v, 0, 2 * sizeof d->v[0]);
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

__device__ static void copy_item_in_kernel(Item *d, const Item *s)
{
    *d = *s;
    for (int element = 0; element < 2; element++)
        d->v[element] = (float)0;
}

// copies-of-blocks.c:21: kernel k
__global__ void k(Item *__restrict__ b, Item *__restrict__ a, const float (*__restrict__ m)[16], float (*__restrict__ q)[16])
{
    int i = blockIdx.x * 25 + threadIdx.x;
    if (i % 2)
        b[i] = a[99 - i];
    else
        copy_item_in_kernel(&b[i], &a[i]);
    for (int element = 0; element < 16; element++)
        q[i][element] = m[99 - i][element];
}

int main(void) {
    enum { N = 100 };
    static Item a[N], b[N];
    static float m[N][16], q[N][16];
    for (int i = 0; i < N; i++) { a[i].id = i; for (int k = 0; k < 4; k++) a[i].v[k] = i + k; for (int k = 0; k < 16; k++) m[i][k] = i * k % 11; }
    Item *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "copies-of-blocks.c:17: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "copies-of-blocks.c:17: global alloc a[*] copyin");
    Item *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "copies-of-blocks.c:18: global alloc b[*] //~ R2049 `b`");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "copies-of-blocks.c:18: global alloc b[*] //~ R2049 `b`");
    float (*d_m)[16];
    hicuda_check(cudaMalloc((void **)&d_m, sizeof m), "copies-of-blocks.c:19: global alloc m[*][*] copyin");
    hicuda_check(cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice), "copies-of-blocks.c:19: global alloc m[*][*] copyin");
    float (*d_q)[16];
    hicuda_check(cudaMalloc((void **)&d_q, sizeof q), "copies-of-blocks.c:20: global alloc q[*][*]");
    k<<<4, 25>>>(d_b, d_a, d_m, d_q);
    hicuda_launched(cudaGetLastError(), "copies-of-blocks.c:21: kernel k tblock(4) thread(25)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "copies-of-blocks.c:31: global copyout b[*]");
    hicuda_check(cudaMemcpy(q, d_q, sizeof q, cudaMemcpyDeviceToHost), "copies-of-blocks.c:32: global copyout q[*][*]");
    hicuda_check(cudaFree(d_a), "copies-of-blocks.c:33: global free a b m q");
    hicuda_check(cudaFree(d_b), "copies-of-blocks.c:33: global free a b m q");
    hicuda_check(cudaFree(d_m), "copies-of-blocks.c:33: global free a b m q");
    hicuda_check(cudaFree(d_q), "copies-of-blocks.c:33: global free a b m q");
    printf("%d %g %g\n", b[3].id, b[3].v[2], q[5][3]);
    return 0;
}
