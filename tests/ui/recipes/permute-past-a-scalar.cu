//@ run: cpu
//@ emit: cuda
// Each iteration sets `sum` before it reads it: the order of the loops is no matter to it. What `last` is after
// the loops is the same, too: the last iteration stays the last.
#include <stdio.h>

#define N 40

static int a[N][N], b[N][N];

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

// permute-past-a-scalar.c:19: kernel triangle
__global__ void triangle(int (*__restrict__ b)[40], const int (*__restrict__ a)[40])
{
    int sum;
    int j = blockIdx.x * 20 + threadIdx.x;
    for (int i = 0; i < N; i++) {
        sum = 0;
        for (int k = 0; k < i; k++) {
            b[k][j] += a[i][k];
            sum += a[k][j];
        }
        b[i][j] = 2 * b[i][j] + sum;
    }
}

int main(void)
{
    int last = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 7 + j * 3) % 10;
    int (*d_a)[40];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "permute-past-a-scalar.c:17: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "permute-past-a-scalar.c:17: global alloc a[*][*] copyin");
    int (*d_b)[40];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "permute-past-a-scalar.c:18: global alloc b[*][*] clear");
    hicuda_check(cudaMemset(d_b, 0, sizeof b), "permute-past-a-scalar.c:18: global alloc b[*][*] clear");
    triangle<<<2, 20>>>(d_b, d_a);
    hicuda_launched(cudaGetLastError(), "permute-past-a-scalar.c:19: kernel triangle tblock(2) thread(20)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "permute-past-a-scalar.c:32: global copyout b[*][*]");
    hicuda_check(cudaFree(d_a), "permute-past-a-scalar.c:33: global free a b");
    hicuda_check(cudaFree(d_b), "permute-past-a-scalar.c:33: global free a b");
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            last = b[i][j];
            b[i][j] = last % 100;
        }
    printf("%d %d %d\n", b[3][4], b[N - 1][N / 2], last);
    return 0;
}
