//@ emit: cuda cpu
//@ run: cpu
// Pointers of an iteration's own that point into a part of an array.
#include <stdio.h>
int a[64], c[64], b[8][16];
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

// pointers-into-sections.c:15: kernel k
__global__ void k(int *__restrict__ c, int *__restrict__ a, int (*__restrict__ b)[16])
{
    int i = blockIdx.x * 16 + threadIdx.x + 8;
    const int *centre = &(a - 4)[i + 2];
    int *row = (b - 2)[2 + i % 6];
    c[i] = a[i - 4] * a[i - 3] + b[i % 6][i % 16];
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i * 3;
    for (int i = 0; i < 128; i++)
        b[i / 16][i % 16] = i;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(int) * 60), "pointers-into-sections.c:12: global alloc a[4:63] copyin");
    hicuda_check(cudaMemcpy(d_a, &a[4], sizeof(int) * 60, cudaMemcpyHostToDevice), "pointers-into-sections.c:12: global alloc a[4:63] copyin");
    int (*d_b)[16];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(int) * 6 * 16), "pointers-into-sections.c:13: global alloc b[2:7][*] copyin");
    hicuda_check(cudaMemcpy(d_b, &b[2][0], sizeof(int) * 6 * 16, cudaMemcpyHostToDevice), "pointers-into-sections.c:13: global alloc b[2:7][*] copyin");
    int *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "pointers-into-sections.c:14: global alloc c[*] clear");
    hicuda_check(cudaMemset(d_c, 0, sizeof c), "pointers-into-sections.c:14: global alloc c[*] clear");
    k<<<2, 16>>>(d_c, d_a, d_b);
    hicuda_launched(cudaGetLastError(), "pointers-into-sections.c:15: kernel k tblock(2) thread(16)");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "pointers-into-sections.c:23: global copyout c[*]");
    hicuda_check(cudaFree(d_a), "pointers-into-sections.c:24: global free a c b");
    hicuda_check(cudaFree(d_c), "pointers-into-sections.c:24: global free a c b");
    hicuda_check(cudaFree(d_b), "pointers-into-sections.c:24: global free a c b");
    long t = 0;
    for (int i = 0; i < 64; i++)
        t += c[i] * (i + 1);
    printf("%ld\n", t);
    return 0;
}
